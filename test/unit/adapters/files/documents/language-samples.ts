/** A few sentences in each language, with the encodings of the time before UTF-8 in which people wrote it. */
export interface LanguageSample {
  readonly language: string;
  readonly text: string;
  /** Labels of `TextDecoder`. */
  readonly encodings: readonly string[];
}

const sample = (language: string, encodings: string, text: string): LanguageSample => ({
  language,
  text,
  encodings: encodings.split(' '),
});

export const LANGUAGE_SAMPLES: readonly LanguageSample[] = [
  sample(
    'Chinese',
    'gb18030',
    '凯尔茅斯博物馆位于码头街的旧海关大楼内，是一座只有七间展室的小镇博物馆。最老的一棵柠檬树每年结果约八十个。博物馆星期一不开放，门票六英镑，学生和老人半价。',
  ),
  sample(
    'traditional Chinese',
    'big5',
    '燈籠節在每年十二月的第二個星期六舉行，這個節日始於一九二四年。當時漁民用紙燈籠引導最後一批漁船回港。現在孩子們從學校走到碼頭，每個人都提著自己做的燈籠。',
  ),
  sample(
    'Japanese',
    'shift_jis euc-jp',
    '渡し船は呼び鈴で呼びます。岸の柱にある鐘を三回鳴らします。冬のあいだは午後四時までしか動きません。料金は大人が二ポンド、子どもは無料です。',
  ),
  sample(
    'Korean',
    'euc-kr',
    '박물관은 월요일에 문을 닫습니다. 입장료는 육 파운드입니다. 학생과 노인은 반값이며, 어린이는 무료로 들어갈 수 있습니다. 시계탑은 여름에만 올라갈 수 있습니다.',
  ),
  sample(
    'Russian',
    'windows-1251 koi8-r iso-8859-5 ibm866',
    'Музей закрыт по понедельникам. Билет стоит шесть фунтов, для студентов и пожилых людей вдвое дешевле. Башню с часами можно посетить только летом, когда дни длинные.',
  ),
  sample(
    'Ukrainian',
    'windows-1251 koi8-u',
    'Музей зачинений щопонеділка. Квиток коштує шість фунтів, для студентів і людей похилого віку удвічі дешевше. Вежу з годинником можна відвідати лише влітку.',
  ),
  sample(
    'Bulgarian',
    'windows-1251',
    'Музеят е затворен в понеделник. Билетът струва шест лири, а за студенти и възрастни хора е наполовина. Кулата с часовника може да се посети само през лятото.',
  ),
  sample(
    'Greek',
    'windows-1253 iso-8859-7',
    'Το μουσείο είναι κλειστό τη Δευτέρα. Το εισιτήριο κοστίζει έξι λίρες και οι φοιτητές πληρώνουν μισή τιμή. Ο πύργος με το ρολόι ανοίγει μόνο το καλοκαίρι.',
  ),
  sample(
    'Hebrew',
    'windows-1255',
    'המוזיאון סגור בימי שני. מחיר הכרטיס שישה לירות, וסטודנטים משלמים חצי מחיר. אפשר לעלות למגדל השעון רק בקיץ, כאשר הימים ארוכים.',
  ),
  sample(
    'Arabic',
    'windows-1256 iso-8859-6',
    'المتحف مغلق يوم الاثنين. سعر التذكرة ستة جنيهات ويدفع الطلاب وكبار السن نصف السعر. يمكن زيارة برج الساعة في الصيف فقط عندما تكون الأيام طويلة.',
  ),
  sample(
    'Thai',
    'windows-874',
    'พิพิธภัณฑ์ปิดทุกวันจันทร์ ค่าเข้าชมหกปอนด์ นักเรียนและผู้สูงอายุจ่ายครึ่งราคา หอนาฬิกาเปิดให้ขึ้นชมเฉพาะในฤดูร้อนเท่านั้น',
  ),
  sample(
    'French',
    'windows-1252 macintosh',
    'Le musée fut fondé après la saison des harengs, en été. L’entrée coûte six livres ; les élèves et les personnes âgées paient moitié prix. La tour de l’horloge n’est ouverte qu’à la belle saison, où les journées sont longues.',
  ),
  sample(
    'German',
    'windows-1252',
    'Das Museum ist montags geschlossen. Der Eintritt kostet sechs Pfund, Schüler und ältere Menschen zahlen die Hälfte. Den Uhrturm können Gäste nur im Sommer besteigen, da die Stufen im Winter für größere Gruppen zu glatt sind.',
  ),
  sample(
    'Spanish',
    'windows-1252',
    'El museo está cerrado los lunes. La entrada cuesta seis libras y los niños no pagan. ¿Quién puede subir a la torre del reloj? Sólo los grupos pequeños, en verano, cuando los días son más largos y la escalera está seca.',
  ),
  sample(
    'Portuguese',
    'windows-1252',
    'O museu está fechado às segundas-feiras. A entrada custa seis libras e os estudantes pagam metade. A torre do relógio só abre no verão, quando as manhãs são longas; crianças não podem subir sem a mãe ou o avô.',
  ),
  sample(
    'Italian',
    'windows-1252',
    'Il museo è chiuso il lunedì. Il biglietto costa sei sterline, perché la città non paga più le spese. La torre dell’orologio si può visitare solo d’estate, quando le giornate sono lunghe e c’è luce fino a sera.',
  ),
  sample(
    'Swedish',
    'windows-1252',
    'Museet är stängt på måndagar. Inträdet kostar sex pund, och för elever och äldre är priset hälften. Klocktornet går att besöka bara på sommaren, när dagarna är långa och trappan är torr.',
  ),
  sample(
    'Danish',
    'windows-1252',
    'Museet er lukket om mandagen. Billetten koster seks pund, og for børn og ældre er prisen det halve. Klokketårnet kan kun besøges om sommeren, når dagene er længst og trappen er tør.',
  ),
  sample(
    'Finnish',
    'windows-1252',
    'Museo on suljettu maanantaisin. Pääsylippu maksaa kuusi puntaa, ja eläkeläiset pääsevät sisään puoleen hintaan. Kellotorniin voi nousta vain kesällä, kun päivät ovat pitkiä ja portaat kuivia.',
  ),
  sample(
    'English with typographic marks',
    'windows-1252',
    'The museum’s doors are closed on Mondays – except in August. “Six pounds” is what a ticket costs, and children don’t pay. The clock tower’s stairs are open in summer only… when it’s dry.',
  ),
  sample(
    'Polish',
    'windows-1250 iso-8859-2',
    'Muzeum jest zamknięte w poniedziałki. Bilet kosztuje sześć funtów, a uczniowie i osoby starsze płacą połowę. Wieżę zegarową można zwiedzać tylko latem, gdy dni są długie, a schody suche i bezpieczne dla większych grup.',
  ),
  sample(
    'Czech',
    'windows-1250 iso-8859-2',
    'Muzeum je v pondělí zavřené. Vstupenka stojí šest liber, žáci a starší lidé platí polovinu. Hodinovou věž lze navštívit jen v létě, kdy jsou dny dlouhé a schodiště je suché.',
  ),
  sample(
    'Hungarian',
    'windows-1250 iso-8859-2',
    'A múzeum hétfőn zárva tart. A belépőjegy hat fontba kerül, a diákok és az idősek félárat fizetnek. Az óratorony csak nyáron látogatható, amikor hosszúak a nappalok, és a lépcső nem csúszós; fűtés nincs.',
  ),
  sample(
    'Turkish',
    'windows-1254',
    'Müze pazartesi günleri kapalıdır. Giriş ücreti altı sterlindir, öğrenciler ve yaşlılar yarısını öder. Saat kulesi yalnızca yazın gezilebilir, çünkü kışın basamaklar çok kaygandır ve ışık azdır.',
  ),
  sample(
    'Lithuanian',
    'windows-1257',
    'Muziejus pirmadieniais uždarytas. Bilietas kainuoja šešis svarus, moksleiviai ir vyresni žmonės moka pusę. Laikrodžio bokštą galima aplankyti tik vasarą, kai dienos ilgos, o laiptai sausi ir saugūs.',
  ),
];
