import java.io.DataInputStream
import java.io.EOFException
import java.io.FileDescriptor
import java.io.FileOutputStream
import java.nio.ByteBuffer
import org.msgpack.core.MessagePack
import org.msgpack.value.Value
import org.msgpack.value.ValueFactory.newArray
import org.msgpack.value.ValueFactory.newInteger
import org.msgpack.value.ValueFactory.newMap
import org.msgpack.value.ValueFactory.newString

/** Frames of messages on the standard streams; whatever is printed by mistake goes to the log. */
class Wire {
    private val input = DataInputStream(System.`in`.buffered())
    private val output = FileOutputStream(FileDescriptor.out)

    init {
        System.setOut(System.err)
    }

    /** Each message of each frame until the input ends. */
    fun messages(): Sequence<Message> =
        generateSequence(::readFrame).flatten().map { Message(it.asMapValue().map()) }

    private fun readFrame(): List<Value>? {
        val size = try {
            input.readInt()
        } catch (end: EOFException) {
            return null
        }
        return MessagePack.newDefaultUnpacker(input.readNBytes(size)).unpackValue().asArrayValue().list()
    }

    fun send(vararg fields: Pair<String, Any>) {
        val message = newMap(fields.associate { (key, value) -> newString(key) to packable(value) })
        val packer = MessagePack.newDefaultBufferPacker()
        packer.packValue(newArray(message))
        val payload = packer.toByteArray()
        output.write(ByteBuffer.allocate(Int.SIZE_BYTES + payload.size).putInt(payload.size).put(payload).array())
    }

    private fun packable(value: Any): Value = when (value) {
        is Value -> value
        is Int -> newInteger(value)
        else -> newString(value.toString())
    }
}

/** A map of the protocol: a message, or the view in one. */
class Message(private val fields: Map<Value, Value>) {
    operator fun get(key: String): Value? = fields[newString(key)]?.takeUnless { it.isNilValue }

    fun text(key: String): String = get(key)?.text ?: ""

    fun list(key: String): List<Value> = get(key)?.asArrayValue()?.list() ?: emptyList()

    fun map(key: String): Message = Message(get(key)?.asMapValue()?.map() ?: emptyMap())
}

val Value.text: String
    get() = asStringValue().asString()
