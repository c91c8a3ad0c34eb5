package arena;

import arena.Messages.Act;
import arena.Messages.End;
import arena.Messages.Event;
import arena.Messages.Fields;
import arena.Messages.Hello;
import arena.Messages.Start;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.msgpack.core.MessagePack;
import org.msgpack.value.Value;
import org.msgpack.value.ValueFactory;

/** The reading loop of a bot: frames, the handshake, tables. Copy it, and write what chooses. */
public final class Session {
    private final Value ready;
    private final BiFunction<Hello, Start, Player> newPlayer;
    private final Map<Long, Player> players = new HashMap<>();
    private Hello hello;
    private boolean over;

    private Session(Value ready, BiFunction<Hello, Start, Player> newPlayer) {
        this.ready = ready;
        this.newPlayer = newPlayer;
    }

    /** Plays until the referee says bye or closes the pipe, with a new player for each table that opens. */
    public static void run(String name, String version, int tables, BiFunction<Hello, Start, Player> newPlayer)
            throws IOException {
        System.setOut(System.err); // Standard output belongs to the frames.
        var in = new DataInputStream(System.in);
        var out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
        new Session(Messages.ready(name, version, tables), newPlayer).play(in, out);
    }

    private void play(DataInputStream in, DataOutputStream out) throws IOException {
        while (!over) {
            List<Value> answers = new ArrayList<>();
            Optional<List<Value>> messages = readFrame(in);
            if (messages.isEmpty()) {
                return;
            }
            for (Value message : messages.get()) {
                answer(Fields.of(message)).ifPresent(answers::add);
            }
            if (!answers.isEmpty()) {
                writeFrame(out, answers);
            }
        }
    }

    /** The messages of the next frame; nothing at the end of the input. */
    private static Optional<List<Value>> readFrame(DataInputStream in) throws IOException {
        int size;
        try {
            size = in.readInt();
        } catch (EOFException end) {
            return Optional.empty();
        }
        try (var unpacker = MessagePack.newDefaultUnpacker(in.readNBytes(size))) {
            return Optional.of(unpacker.unpackValue().asArrayValue().list());
        }
    }

    private static void writeFrame(DataOutputStream out, List<Value> messages) throws IOException {
        try (var packer = MessagePack.newDefaultBufferPacker()) {
            packer.packValue(ValueFactory.newArray(messages));
            byte[] payload = packer.toByteArray();
            // One write for a frame.
            var frame = ByteBuffer.allocate(Integer.BYTES + payload.length);
            out.write(frame.putInt(payload.length).put(payload).array());
        }
    }

    /** What the bot answers to a message. What it does not know it passes over. */
    private Optional<Value> answer(Fields message) {
        switch (message.text("type")) {
            case "hello" -> {
                hello = Hello.of(message);
                return Optional.of(ready);
            }
            case "start" -> {
                Start start = Start.of(message);
                players.put(start.table(), newPlayer.apply(hello, start));
            }
            case "act" -> {
                Act act = Act.of(message);
                return Optional.of(Messages.move(act, told(message).choose(act)));
            }
            case "tell" -> told(message);
            case "end" -> {
                told(message).end(End.of(message));
                players.remove(message.big("table"));
            }
            case "fault" -> System.err.println("fault " + message.text("kind") + ": " + message.text("detail"));
            case "bye" -> over = true;
            default -> { }
        }
        return Optional.empty();
    }

    /** The player of the message's table, who has been told its events. */
    private Player told(Fields message) {
        Player player = players.get(message.big("table"));
        if (player == null) {
            throw new IllegalStateException("table " + message.big("table") + " was never opened");
        }
        message.list("events", Event::of).forEach(player::event);
        return player;
    }
}
