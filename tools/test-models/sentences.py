"""What the tokenizers of the test models know: sentences of our own, with which the tests ask and search too."""

ENGLISH = [
    "The lighthouse keeper climbed the tower every evening to light the lamp.",
    "Bread dough rises faster in a warm kitchen than in a cold one.",
    "Which bird builds its nest from mud under the roof of a barn?",
    "A glacier moves slowly downhill and carries stones from the mountain to the valley.",
    "The museum opens at nine and closes at five, except on Mondays.",
    "Salt lowers the temperature at which water freezes.",
    "The violin has four strings and is played with a bow.",
    "Old maps show a harbour where the fields are today.",
    "How long does it take to sail from the island to the mainland?",
    "Bees find their way home by the position of the sun.",
]
OTHERS = [
    "Der Bäcker öffnet seinen Laden schon um fünf Uhr morgens.",
    "Wie hoch ist der Turm der alten Kirche am Marktplatz?",
    "Le phare est visible à vingt milles de la côte.",
    "El río nace en las montañas y llega al mar cerca de la ciudad.",
    "灯塔看守人每天傍晚登上塔楼点灯。",
    "面团在温暖的厨房里发得更快。",
    "博物馆几点开门？",
    "灯台守は毎晩ランプをともすために塔に登った。",
    "博物館は月曜日を除いて九時に開きます。",
    "蜜蜂はどうやって巣に帰りますか。",
]
