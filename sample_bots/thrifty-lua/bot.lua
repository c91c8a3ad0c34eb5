-- Wins a trick as cheaply as it can, and wastes nothing on one that it can't win. Knows no game in particular.

local msgpack = require "MessagePack"

local RANKS = "23456789TJQKA"
local JOKERS = { SJ = 98, BJ = 99 }

-- Frames have standard output for themselves; whatever is printed by mistake goes to the log.
local output = io.stdout
function print(...)
  local words = table.pack(...)
  for at = 1, words.n do words[at] = tostring(words[at]) end
  io.stderr:write(table.concat(words, "\t"), "\n")
end

-- The messages of the next frame; nil at the end of the input.
local function read_frame()
  local header = io.read(4)
  if not header or #header < 4 then return nil end
  local size = string.unpack(">I4", header)
  return msgpack.unpack(assert(io.read(size), "the input ended in the middle of a frame"))
end

local function write_frame(...)
  output:write(string.pack(">s4", msgpack.pack { ... }))
  output:flush()
end

-- The element with the highest value, the first of equals.
local function highest(list, value)
  local best
  for _, each in ipairs(list) do
    if best == nil or value(each) > value(best) then best = each end
  end
  return best
end

local function suit_of(card, trump)
  return JOKERS[card] and trump or card:sub(2, 2)
end

-- How much a card can do: any trump is above all other cards, jokers above other trumps.
local function strength(card, trump)
  local rank = RANKS:find(card:sub(1, 1), 1, true) or 0
  return JOKERS[card] or rank + (card:sub(2, 2) == trump and 20 or 0)
end

local function play(legal, trick, trump)
  local function strong(card) return strength(card, trump) end
  if #trick == 0 then return highest(legal, strong) end

  local led = suit_of(trick[1][2], trump)
  local function counts(card) -- a card of any other suit can't win
    local suit = suit_of(card, trump)
    return suit == led or suit == trump
  end
  local best = 0
  for _, played in ipairs(trick) do
    local card = played[2]
    if counts(card) then best = math.max(best, strong(card)) end
  end
  local winners = {}
  for _, card in ipairs(legal) do
    if counts(card) and strong(card) > best then winners[#winners + 1] = card end
  end
  return highest(#winners > 0 and winners or legal, function(card) return -strong(card) end)
end

local function choose(legal, view)
  if view.phase == "play" then return play(legal, view.trick, view.trump) end
  local held = {}
  for _, card in ipairs(view.hand) do
    local suit = card:sub(2, 2)
    held[suit] = (held[suit] or 0) + 1
  end
  return highest(legal, function(token) return held[token] or 0 end)
end

for messages in read_frame do
  for _, message in ipairs(messages) do
    if message.type == "hello" then
      write_frame { type = "ready", protocol = 1, name = "thrifty-lua", version = "1.0", tables = 64 }
    elseif message.type == "act" then
      local action = choose(message.legal, message.view)
      write_frame { type = "move", table = message.table, turn = message.turn, action = action }
    elseif message.type == "bye" then
      os.exit(0)
    end
  end
end
