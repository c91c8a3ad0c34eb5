package arena;

/** The bot at one table. */
public interface Player {
    /** One of {@code act.legal()}. */
    String choose(Messages.Act act);

    /** Each event comes once, in order, before choose. */
    default void event(Messages.Event event) {}

    /** The table is over. */
    default void end(Messages.End end) {}
}
