package arena

// Hello is the first message: which game this is, and which chair.
type Hello struct {
	Variant string         `msgpack:"variant"`
	Options map[string]any `msgpack:"options"`
	Seats   int            `msgpack:"seats"`
	Seat    int            `msgpack:"seat"`
	Tables  int            `msgpack:"tables"`
	Limits  map[string]any `msgpack:"limits"`
}

// Start opens a table. Seed is for the bot's own random choices.
type Start struct {
	Table  int64 `msgpack:"table"`
	Dealer int   `msgpack:"dealer"`
	Totals []int `msgpack:"totals"`
	Seed   int64 `msgpack:"seed"`
}

// Event is what happened: its kind, then what belongs to it.
type Event []any

// Act asks for one of Legal within Ms milliseconds.
type Act struct {
	Table  int64    `msgpack:"table"`
	Turn   int64    `msgpack:"turn"`
	Legal  []string `msgpack:"legal"`
	Ms     int      `msgpack:"ms"`
	Events []Event  `msgpack:"events"`
	View   View     `msgpack:"view"`
}

// View is all that the seat knows. Leader is nil before it is known; Trump is empty where there is none.
type View struct {
	Phase  string   `msgpack:"phase"`
	Hand   []string `msgpack:"hand"`
	Trick  []Played `msgpack:"trick"`
	Leader *int     `msgpack:"leader"`
	Trump  string   `msgpack:"trump"`
	Won    []int    `msgpack:"won"`
	Scores []int    `msgpack:"scores"`
}

// Played is a card on the table, and who played it.
type Played struct {
	_msgpack struct{} `msgpack:",as_array"`
	Seat     int
	Card     string
}

// Tell is news of a table without a question.
type Tell struct {
	Table  int64   `msgpack:"table"`
	Events []Event `msgpack:"events"`
}

// End closes a table.
type End struct {
	Table   int64     `msgpack:"table"`
	Scores  []int     `msgpack:"scores"`
	Payoffs []float64 `msgpack:"payoffs"`
	Events  []Event   `msgpack:"events"`
}

type fault struct {
	Kind   string `msgpack:"kind"`
	Detail string `msgpack:"detail"`
}

// Ready answers Hello. Tables is how many tables the bot will play at once, from 1.
type Ready struct {
	Type     string `msgpack:"type"`
	Protocol int    `msgpack:"protocol"`
	Name     string `msgpack:"name"`
	Version  string `msgpack:"version"`
	Tables   int    `msgpack:"tables"`
	View     bool   `msgpack:"view"`
}

type move struct {
	Type   string `msgpack:"type"`
	Table  int64  `msgpack:"table"`
	Turn   int64  `msgpack:"turn"`
	Action string `msgpack:"action"`
}
