# frozen_string_literal: true

# Wins a trick as cheaply as it can, and wastes nothing on one that it can't win. Knows no game in particular.

require "msgpack"

# Frames of messages on the standard streams; whatever is printed by mistake goes to the log.
class Wire
  def initialize
    @input = $stdin.binmode
    @output = $stdout.dup.binmode
    $stdout.reopen($stderr)
  end

  # Each message of each frame until the input ends.
  def each_message(&)
    while (header = @input.read(4))
      MessagePack.unpack(@input.read(header.unpack1("N")), symbolize_keys: true).each(&)
    end
  end

  def send_message(message)
    payload = [message].to_msgpack
    @output.write([payload.bytesize].pack("N"), payload)
    @output.flush
  end
end

# A card, seen by the trump suit of the hand.
class Card
  RANKS = "23456789TJQKA"
  JOKERS = { "SJ" => 98, "BJ" => 99 }.freeze

  attr_reader :token, :suit, :strength

  # Any trump is stronger than all other cards, jokers than other trumps.
  def initialize(token, trump)
    @token = token
    @suit = JOKERS.key?(token) ? trump : token[1]
    @strength = JOKERS[token] || ((RANKS.index(token[0]) || -1) + (@suit == trump ? 20 : 0))
  end
end

def play(legal, trick, trump)
  cards = legal.map { |token| Card.new(token, trump) }
  return cards.max_by.with_index { |card, at| [card.strength, -at] } if trick.empty?

  table = trick.map { |_seat, token| Card.new(token, trump) }
  counting = [table.first.suit, trump] # a card of any other suit can't win
  best = table.filter_map { |card| card.strength if counting.include?(card.suit) }.max
  winners = cards.select { |card| counting.include?(card.suit) && card.strength > best }
  (winners.empty? ? cards : winners).min_by.with_index { |card, at| [card.strength, at] }
end

def choose(legal, view)
  return play(legal, view[:trick], view[:trump]).token if view[:phase] == "play"

  held = view[:hand].map { |card| card[1] }.tally
  legal.max_by.with_index { |token, at| [held.fetch(token, 0), -at] }
end

wire = Wire.new
wire.each_message do |message|
  case message
  in { type: "hello" }
    wire.send_message(type: "ready", protocol: 1, name: "thrifty-ruby", version: "1.0", tables: 64)
  in { type: "act", table:, turn:, legal:, view: }
    wire.send_message(type: "move", table:, turn:, action: choose(legal, view))
  in { type: "bye" } then exit
  else next # what this bot need not know
  end
end
