// Wins a trick as cheaply as it can, and wastes nothing on one that it can't win. Knows no game in particular.
package main

import (
	"strings"

	"thrifty/arena"
)

var jokers = map[string]int{"SJ": 98, "BJ": 99}

type thrifty struct{}

func main() {
	arena.Run("thrifty-go", "1.0", 64, func(arena.Hello, arena.Start) arena.Player { return thrifty{} })
}

func (thrifty) Choose(act arena.Act) string {
	if act.View.Phase == "play" {
		return play(act.Legal, act.View.Trick, act.View.Trump)
	}
	held := map[string]int{}
	for _, card := range act.View.Hand {
		held[card[1:]]++
	}
	return highest(act.Legal, func(token string) int { return held[token] })
}

func play(legal []string, trick []arena.Played, trump string) string {
	strong := func(card string) int { return strength(card, trump) }
	if len(trick) == 0 {
		return highest(legal, strong)
	}
	led := suitOf(trick[0].Card, trump)
	counts := func(card string) bool { // A card of any other suit can't win.
		suit := suitOf(card, trump)
		return suit == led || suit == trump
	}
	best := 0
	for _, played := range trick {
		if counts(played.Card) {
			best = max(best, strong(played.Card))
		}
	}
	var winners []string
	for _, card := range legal {
		if counts(card) && strong(card) > best {
			winners = append(winners, card)
		}
	}
	if len(winners) == 0 {
		winners = legal
	}
	return highest(winners, func(card string) int { return -strong(card) })
}

func suitOf(card, trump string) string {
	if _, joker := jokers[card]; joker {
		return trump
	}
	return card[1:]
}

// strength is how much a card can do: any trump is above all other cards, jokers above other trumps.
func strength(card, trump string) int {
	if joker, ok := jokers[card]; ok {
		return joker
	}
	rank := strings.IndexByte("23456789TJQKA", card[0])
	if card[1:] == trump {
		return 20 + rank
	}
	return rank
}

// highest returns the token with the highest value, the first of equals.
func highest(tokens []string, value func(string) int) string {
	best := tokens[0]
	for _, token := range tokens[1:] {
		if value(token) > value(best) {
			best = token
		}
	}
	return best
}
