import arena.Messages.Act;
import arena.Messages.Played;
import arena.Messages.View;
import arena.Player;
import arena.Session;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** Wins a trick as cheaply as it can, and wastes nothing on one that it can't win. Knows no game in particular. */
final class Thrifty implements Player {
    private static final String RANKS = "23456789TJQKA";
    private static final Map<String, Integer> JOKERS = Map.of("SJ", 98, "BJ", 99);

    public static void main(String[] arguments) throws IOException {
        Session.run("thrifty-java", "1.0", 64, (hello, start) -> new Thrifty());
    }

    @Override
    public String choose(Act act) {
        View view = act.view();
        if (view.phase().equals("play")) {
            return play(act.legal(), view.trick(), view.trump().orElse(""));
        }
        return highest(act.legal(),
                token -> (int) view.hand().stream().filter(card -> card.substring(1).equals(token)).count());
    }

    private static String play(List<String> legal, List<Played> trick, String trump) {
        if (trick.isEmpty()) {
            return highest(legal, card -> strength(card, trump));
        }
        String led = suit(trick.get(0).card(), trump);
        // A card of any other suit can't win.
        Predicate<String> counts = card -> List.of(led, trump).contains(suit(card, trump));
        int best = trick.stream().map(Played::card).filter(counts).mapToInt(card -> strength(card, trump)).max()
                .orElseThrow();
        List<String> winners = legal.stream().filter(counts).filter(card -> strength(card, trump) > best).toList();
        return highest(winners.isEmpty() ? legal : winners, card -> -strength(card, trump));
    }

    private static String suit(String card, String trump) {
        return JOKERS.containsKey(card) ? trump : card.substring(1);
    }

    /** How much a card can do: any trump is above all other cards, jokers above other trumps. */
    private static int strength(String card, String trump) {
        int rank = RANKS.indexOf(card.charAt(0));
        return JOKERS.getOrDefault(card, suit(card, trump).equals(trump) ? 20 + rank : rank);
    }

    /** The token with the highest value, the first of equals. */
    private static String highest(List<String> tokens, ToIntFunction<String> value) {
        return tokens.stream().reduce((best, token) -> value.applyAsInt(token) > value.applyAsInt(best) ? token : best)
                .orElseThrow();
    }
}
