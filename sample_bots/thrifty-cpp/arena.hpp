// The protocol's messages as types, and the reading loop of a bot. Copy it, and write what chooses.
#pragma once

#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <msgpack.hpp>

namespace arena {

// What happened: its kind, then what belongs to it.
using Event = std::vector<msgpack::object>;

struct Hello {
    std::string variant;
    std::map<std::string, msgpack::object> options, limits;
    int seats = 0, seat = 0, tables = 0;
    MSGPACK_DEFINE_MAP(variant, options, limits, seats, seat, tables);
};

struct Start {
    std::int64_t table = 0, seed = 0;
    int dealer = 0;
    std::vector<int> totals;
    MSGPACK_DEFINE_MAP(table, seed, dealer, totals);
};

// All that the seat knows.
struct View {
    std::string phase;
    std::vector<std::string> hand;
    std::vector<std::pair<int, std::string>> trick;
    std::optional<int> leader;
    std::optional<std::string> trump;
    std::vector<int> won, scores;
    MSGPACK_DEFINE_MAP(phase, hand, trick, leader, trump, won, scores);
};

// A question: one of `legal` is to be chosen within `ms`.
struct Act {
    std::int64_t table = 0, turn = 0;
    std::vector<std::string> legal;
    int ms = 0;
    std::vector<Event> events;
    View view;
    MSGPACK_DEFINE_MAP(table, turn, legal, ms, events, view);
};

struct Tell {
    std::int64_t table = 0;
    std::vector<Event> events;
    MSGPACK_DEFINE_MAP(table, events);
};

struct End {
    std::int64_t table = 0;
    std::vector<int> scores;
    std::vector<double> payoffs;
    std::vector<Event> events;
    MSGPACK_DEFINE_MAP(table, scores, payoffs, events);
};

struct Fault {
    std::string kind, detail;
    MSGPACK_DEFINE_MAP(kind, detail);
};

struct Ready {
    std::string name, version;
    int tables = 1;
    bool view = true;
    std::string type = "ready";
    int protocol = 1;
    MSGPACK_DEFINE_MAP(type, protocol, name, version, tables, view);
};

struct Move {
    std::string type = "move";
    std::int64_t table, turn;
    std::string action;
    MSGPACK_DEFINE_MAP(type, table, turn, action);
};

// The bot at one table.
struct Player {
    virtual ~Player() = default;
    // One of `act.legal`.
    virtual std::string choose(const Act &act) = 0;
    // Each event comes once, in order, before `choose`.
    virtual void event(const Event &) {}
    virtual void end(const End &) {}
};

using NewPlayer = std::function<std::unique_ptr<Player>(const Hello &, const Start &)>;

// What a bot answers to each message; its tables live here.
class Session {
public:
    Session(Ready ready, NewPlayer new_player) : ready(std::move(ready)), new_player(std::move(new_player)) {}

    // Packs the answers to the messages of one frame and returns their number. What is not known is passed over.
    std::uint32_t answer(const std::vector<msgpack::object> &messages, msgpack::packer<msgpack::sbuffer> &out) {
        std::uint32_t answers = 0;
        for (const auto &message : messages) {
            const auto type = message.as<std::map<std::string, msgpack::object>>().at("type").as<std::string>();
            if (type == "hello") {
                hello_bytes = msgpack::clone(message);
                hello = (*hello_bytes)->as<Hello>();
                out.pack(ready), answers++;
            } else if (type == "start") {
                const auto start = message.as<Start>();
                players[start.table] = new_player(hello, start);
            } else if (type == "act") {
                const auto act = message.as<Act>();
                out.pack(Move{.table = act.table, .turn = act.turn, .action = told(act).choose(act)}), answers++;
            } else if (type == "tell") {
                told(message.as<Tell>());
            } else if (type == "end") {
                const auto end = message.as<End>();
                told(end).end(end);
                players.erase(end.table);
            } else if (type == "fault") {
                const auto fault = message.as<Fault>();
                std::cerr << "fault " << fault.kind << ": " << fault.detail << std::endl;
            } else if (type == "bye") {
                over = true;
            }
        }
        return answers;
    }

    bool over = false;

private:
    Ready ready;
    NewPlayer new_player;
    std::optional<msgpack::object_handle> hello_bytes; // what the options and limits in `hello` point at
    Hello hello;
    std::map<std::int64_t, std::unique_ptr<Player>> players;

    // The player of the message's table, who has been told its events.
    Player &told(const auto &message) {
        const auto found = players.find(message.table);
        if (found == players.end()) throw std::runtime_error("a table that was never opened");
        for (const auto &event : message.events) found->second->event(event);
        return *found->second;
    }
};

// The payload of the next frame; false at the end of the input.
inline bool read_frame(std::istream &in, std::string &payload) {
    unsigned char header[4];
    if (!in.read(reinterpret_cast<char *>(header), sizeof header)) return false;
    payload.resize(std::size_t{header[0]} << 24 | header[1] << 16 | header[2] << 8 | header[3]);
    if (!in.read(payload.data(), static_cast<std::streamsize>(payload.size())))
        throw std::runtime_error("the input ended in the middle of a frame");
    return true;
}

inline void write_frame(std::ostream &out, std::uint32_t messages, const msgpack::sbuffer &packed) {
    msgpack::sbuffer array;
    msgpack::packer(array).pack_array(messages);
    const auto size = static_cast<std::uint32_t>(array.size() + packed.size());
    for (const int shift : {24, 16, 8, 0}) out.put(static_cast<char>(size >> shift));
    out.write(array.data(), static_cast<std::streamsize>(array.size()));
    out.write(packed.data(), static_cast<std::streamsize>(packed.size()));
    if (!out.flush()) throw std::runtime_error("the referee is gone");
}

// Plays until the referee says bye or closes the pipe, with a new player for each table that opens.
inline void run(Ready ready, NewPlayer new_player) {
    std::ios::sync_with_stdio(false);
    std::ostream out(std::cout.rdbuf());
    std::cout.rdbuf(std::cerr.rdbuf()); // Standard output belongs to the frames.
    Session session(std::move(ready), std::move(new_player));
    std::string payload;
    while (!session.over && read_frame(std::cin, payload)) {
        const auto frame = msgpack::unpack(payload.data(), payload.size());
        msgpack::sbuffer packed;
        msgpack::packer packer(packed);
        if (const auto answers = session.answer(frame->as<std::vector<msgpack::object>>(), packer))
            write_frame(out, answers, packed);
    }
}

} // namespace arena
