// Package arena is the reading loop of a bot: frames, the handshake, tables. Copy it, and write what chooses.
package arena

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/vmihailenco/msgpack/v5"
)

// Player is the bot at one table. A player that also has the methods Event(Event) or End(End) is told.
type Player interface {
	// Choose returns one of act.Legal.
	Choose(act Act) string
}

// Run plays until the referee says bye or closes the pipe, with a new player for each table that opens.
func Run(name, version string, tables int, newPlayer func(Hello, Start) Player) {
	out := os.Stdout
	os.Stdout = os.Stderr // Standard output belongs to the frames.
	s := session{
		ready:     Ready{"ready", 1, name, version, tables, true},
		newPlayer: newPlayer,
		players:   map[int64]Player{},
	}
	if err := s.play(bufio.NewReaderSize(os.Stdin, 1<<16), out); err != nil {
		log.Fatal(err)
	}
}

type session struct {
	ready     Ready
	newPlayer func(Hello, Start) Player
	hello     Hello
	players   map[int64]Player
	over      bool
}

func (s *session) play(in io.Reader, out io.Writer) error {
	for !s.over {
		messages, err := readFrame(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var answers []any
		for _, message := range messages {
			answer, err := s.answer(message)
			if err != nil {
				return err
			}
			if answer != nil {
				answers = append(answers, answer)
			}
		}
		if len(answers) > 0 {
			if err := writeFrame(out, answers); err != nil {
				return err
			}
		}
	}
	return nil
}

func readFrame(in io.Reader) ([]msgpack.RawMessage, error) {
	var header [4]byte
	if _, err := io.ReadFull(in, header[:]); err != nil {
		return nil, err
	}
	payload := make([]byte, binary.BigEndian.Uint32(header[:]))
	if _, err := io.ReadFull(in, payload); err != nil {
		return nil, fmt.Errorf("the input ended in the middle of a frame: %w", io.ErrUnexpectedEOF)
	}
	var messages []msgpack.RawMessage
	return messages, msgpack.Unmarshal(payload, &messages)
}

func writeFrame(out io.Writer, messages []any) error {
	payload, err := msgpack.Marshal(messages)
	if err != nil {
		return err
	}
	_, err = out.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(payload))), payload...))
	return err
}

// answer takes one message and returns what the bot answers to it, or nil. What it does not know it passes over.
func (s *session) answer(message msgpack.RawMessage) (any, error) {
	var head struct {
		Type string `msgpack:"type"`
	}
	if err := msgpack.Unmarshal(message, &head); err != nil {
		return nil, err
	}
	switch head.Type {
	case "hello":
		return s.ready, msgpack.Unmarshal(message, &s.hello)
	case "start":
		var start Start
		err := msgpack.Unmarshal(message, &start)
		s.players[start.Table] = s.newPlayer(s.hello, start)
		return nil, err
	case "act":
		var act Act
		if err := msgpack.Unmarshal(message, &act); err != nil {
			return nil, err
		}
		player, err := s.told(act.Table, act.Events)
		if err != nil {
			return nil, err
		}
		return move{"move", act.Table, act.Turn, player.Choose(act)}, nil
	case "tell":
		var tell Tell
		if err := msgpack.Unmarshal(message, &tell); err != nil {
			return nil, err
		}
		_, err := s.told(tell.Table, tell.Events)
		return nil, err
	case "end":
		return nil, s.end(message)
	case "fault":
		var fault fault
		err := msgpack.Unmarshal(message, &fault)
		log.Printf("fault %s: %s", fault.Kind, fault.Detail)
		return nil, err
	case "bye":
		s.over = true
	}
	return nil, nil
}

func (s *session) end(message msgpack.RawMessage) error {
	var end End
	if err := msgpack.Unmarshal(message, &end); err != nil {
		return err
	}
	player, err := s.told(end.Table, end.Events)
	if err != nil {
		return err
	}
	if interested, ok := player.(interface{ End(End) }); ok {
		interested.End(end)
	}
	delete(s.players, end.Table)
	return nil
}

// told returns the player of a table after it has been told what happened there.
func (s *session) told(table int64, events []Event) (Player, error) {
	player, ok := s.players[table]
	if !ok {
		return nil, fmt.Errorf("table %d was never opened", table)
	}
	if interested, ok := player.(interface{ Event(Event) }); ok {
		for _, event := range events {
			interested.Event(event)
		}
	}
	return player, nil
}
