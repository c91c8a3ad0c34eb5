package arena;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.msgpack.value.ImmutableValue;
import org.msgpack.value.Value;
import org.msgpack.value.ValueFactory;

/** The protocol's messages as records. Keys that are not known are passed over. */
public final class Messages {
    private Messages() {}

    /** The first message: which game this is, and which chair. */
    public record Hello(String variant, Map<String, Value> options, int seats, int seat, int tables) {
        static Hello of(Fields fields) {
            return new Hello(fields.text("variant"), fields.map("options"), fields.whole("seats"), fields.whole("seat"),
                    fields.whole("tables"));
        }
    }

    /** A table opens. The seed is for the bot's own random choices. */
    public record Start(long table, int dealer, List<Integer> totals, long seed) {
        static Start of(Fields fields) {
            return new Start(fields.big("table"), fields.whole("dealer"), fields.wholes("totals"), fields.big("seed"));
        }
    }

    /** What happened: its kind, then what belongs to it. */
    public record Event(String kind, List<Value> rest) {
        static Event of(Value value) {
            List<Value> values = value.asArrayValue().list();
            return new Event(Fields.text(values.get(0)), values.subList(1, values.size()));
        }
    }

    /** A question: one of legal is to be chosen within ms. */
    public record Act(long table, long turn, List<String> legal, int ms, List<Event> events, View view) {
        static Act of(Fields fields) {
            return new Act(fields.big("table"), fields.big("turn"), fields.texts("legal"), fields.whole("ms"),
                    fields.list("events", Event::of), View.of(new Fields(fields.map("view"))));
        }
    }

    /** A card on the table, and who played it. */
    public record Played(int seat, String card) {
        static Played of(Value value) {
            return new Played(value.asArrayValue().get(0).asIntegerValue().toInt(),
                    Fields.text(value.asArrayValue().get(1)));
        }
    }

    /** All that the seat knows. */
    public record View(String phase, List<String> hand, List<Played> trick, Optional<Integer> leader,
            Optional<String> trump, List<Integer> won, List<Integer> scores) {
        static View of(Fields fields) {
            return new View(fields.text("phase"), fields.texts("hand"), fields.list("trick", Played::of),
                    fields.present("leader").map(leader -> leader.asIntegerValue().toInt()),
                    fields.present("trump").map(Fields::text), fields.wholes("won"), fields.wholes("scores"));
        }
    }

    /** The table is over. More payoff is always better. */
    public record End(long table, List<Integer> scores, List<Double> payoffs) {
        static End of(Fields fields) {
            return new End(fields.big("table"), fields.wholes("scores"),
                    fields.list("payoffs", payoff -> payoff.asNumberValue().toDouble()));
        }
    }

    /** A map's values by its keys. */
    record Fields(Map<String, Value> values) {
        static Fields of(Value map) {
            return new Fields(map(map));
        }

        private static Map<String, Value> map(Value map) {
            return map.asMapValue().entrySet().stream()
                    .collect(Collectors.toMap(entry -> text(entry.getKey()), Map.Entry::getValue));
        }

        static String text(Value value) {
            return value.asStringValue().asString();
        }

        Optional<Value> present(String key) {
            return Optional.ofNullable(values.get(key)).filter(value -> !value.isNilValue());
        }

        private Value get(String key) {
            return present(key).orElseThrow(() -> new IllegalArgumentException("the message lacks " + key));
        }

        String text(String key) {
            return text(get(key));
        }

        int whole(String key) {
            return get(key).asIntegerValue().toInt();
        }

        long big(String key) {
            return get(key).asIntegerValue().toLong();
        }

        Map<String, Value> map(String key) {
            return map(present(key).orElseGet(ValueFactory::emptyMap));
        }

        <T> List<T> list(String key, Function<Value, T> each) {
            return present(key).orElseGet(ValueFactory::emptyArray).asArrayValue().list().stream().map(each).toList();
        }

        List<String> texts(String key) {
            return list(key, Fields::text);
        }

        List<Integer> wholes(String key) {
            return list(key, number -> number.asIntegerValue().toInt());
        }
    }

    static ImmutableValue ready(String name, String version, int tables) {
        return message("ready", "protocol", ValueFactory.newInteger(1), "name", ValueFactory.newString(name),
                "version", ValueFactory.newString(version), "tables", ValueFactory.newInteger(tables));
    }

    static ImmutableValue move(Act act, String action) {
        return message("move", "table", ValueFactory.newInteger(act.table()), "turn",
                ValueFactory.newInteger(act.turn()), "action", ValueFactory.newString(action));
    }

    private static ImmutableValue message(String type, Object... pairs) {
        var map = ValueFactory.newMapBuilder();
        map.put(ValueFactory.newString("type"), ValueFactory.newString(type));
        for (int at = 0; at < pairs.length; at += 2) {
            map.put(ValueFactory.newString((String) pairs[at]), (Value) pairs[at + 1]);
        }
        return map.build().immutableValue();
    }
}
