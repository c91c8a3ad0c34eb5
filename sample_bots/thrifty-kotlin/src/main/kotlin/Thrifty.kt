/** Wins a trick as cheaply as it can, and wastes nothing on one that it can't win. Knows no game in particular. */
fun main() {
    val wire = Wire()
    for (message in wire.messages()) {
        when (message.text("type")) {
            "hello" -> wire.send(
                "type" to "ready", "protocol" to 1, "name" to "thrifty-kotlin", "version" to "1.0", "tables" to 64,
            )
            "act" -> wire.send(
                "type" to "move", "table" to message["table"]!!, "turn" to message["turn"]!!,
                "action" to choose(message.list("legal").map { it.text }, message.map("view")),
            )
            "bye" -> return
        }
    }
}

private const val RANKS = "23456789TJQKA"
private val JOKERS = mapOf("SJ" to 98, "BJ" to 99)

/** A card, seen by the trump suit of the hand. Any trump is stronger than all others, jokers than other trumps. */
private class Card(val token: String, trump: String) {
    val suit = if (token in JOKERS) trump else token.drop(1)
    val strength = JOKERS[token] ?: (RANKS.indexOf(token[0]) + if (suit == trump) 20 else 0)
}

fun choose(legal: List<String>, view: Message): String {
    if (view.text("phase") == "play") {
        return play(legal, view.list("trick").map { it.asArrayValue()[1].text }, view.text("trump"))
    }
    val suits = view.list("hand").map { it.text.drop(1) }
    return legal.maxBy { token -> suits.count { it == token } }
}

private fun play(legal: List<String>, trick: List<String>, trump: String): String {
    val cards = legal.map { Card(it, trump) }
    if (trick.isEmpty()) return cards.maxBy { it.strength }.token

    val table = trick.map { Card(it, trump) }
    val counting = setOf(table.first().suit, trump) // a card of any other suit can't win
    val best = table.filter { it.suit in counting }.maxOf { it.strength }
    val winners = cards.filter { it.suit in counting && it.strength > best }
    return winners.ifEmpty { cards }.minBy { it.strength }.token
}
