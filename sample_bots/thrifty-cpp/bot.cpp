// Wins a trick as cheaply as it can, and wastes nothing on one that it can't win. Knows no game in particular.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <vector>

#include "arena.hpp"

namespace {

using Trump = std::optional<std::string>;

const std::map<std::string, int> jokers{{"SJ", 98}, {"BJ", 99}};

Trump suit_of(const std::string &card, const Trump &trump) {
    return jokers.contains(card) ? trump : card.substr(1);
}

// How much a card can do: any trump is above all other cards, jokers above other trumps.
int strength(const std::string &card, const Trump &trump) {
    if (const auto joker = jokers.find(card); joker != jokers.end()) return joker->second;
    const auto rank = static_cast<int>(std::string("?23456789TJQKA").find(card[0]));
    return suit_of(card, trump) == trump ? 20 + rank : rank;
}

std::string play(const std::vector<std::string> &legal, const arena::View &view) {
    const auto &trump = view.trump;
    const auto strong = [&](const std::string &card) { return strength(card, trump); };
    if (view.trick.empty()) return *std::ranges::max_element(legal, {}, strong);

    const auto led = suit_of(view.trick.front().second, trump);
    const auto counts = [&](const std::string &card) { // a card of any other suit can't win
        const auto suit = suit_of(card, trump);
        return suit == led || suit == trump;
    };
    int best = 0;
    for (const auto &[seat, card] : view.trick)
        if (counts(card)) best = std::max(best, strong(card));
    std::vector<std::string> winners;
    std::ranges::copy_if(legal, std::back_inserter(winners), [&](const auto &card) {
        return counts(card) && strong(card) > best;
    });
    return *std::ranges::min_element(winners.empty() ? legal : winners, {}, strong);
}

struct Thrifty : arena::Player {
    std::string choose(const arena::Act &act) override {
        if (act.view.phase == "play") return play(act.legal, act.view);
        return *std::ranges::max_element(act.legal, {}, [&](const std::string &token) {
            return std::ranges::count_if(act.view.hand, [&](const auto &card) { return card.substr(1) == token; });
        });
    }
};

} // namespace

int main() {
    arena::run({.name = "thrifty-cpp", .version = "1.0", .tables = 64},
               [](const auto &, const auto &) { return std::make_unique<Thrifty>(); });
}
