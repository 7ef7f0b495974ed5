/** A question with a passage that answers it, and passages on the same matter that do not. */
export interface KnownQuestion {
  /** ISO 639-1. */
  readonly language: string;
  readonly question: string;
  readonly answer: string;
  readonly others: readonly string[];
  /** Whether the other passages have nothing in common with the question, so that any model which works finds its answer. */
  readonly simple?: true;
}

/**
 * Ours, by which a model that was added is tried. A model that is read wrongly (another pooling, no prefix) mixes up
 * passages that share words and matter: in the first part each other passage is near to the question, and some share more
 * words with it than the answer does, by which a small model is led astray, too. Passages that have nothing in common are
 * mixed up by a model that is broken, or does not know the language: these are the simple ones of the second part.
 */
export const KNOWN_PAIRS: readonly KnownQuestion[] = [
  {
    language: 'en',
    question: 'Why does bread rise in the oven?',
    answer: 'Gas that the yeast has made expands with the heat and is held by the gluten, so the dough grows.',
    others: [
      'The oven should be hot before the bread goes in, or the crust stays pale.',
      'Bread keeps fresh for two days in a cloth bag and longer in the freezer.',
      'Prices of bread rise when the harvest of wheat is poor.',
    ],
  },
  {
    language: 'en',
    question: 'How long may a tenant stay after giving notice?',
    answer: 'Once the flat has been terminated, it must be left by the end of the third month.',
    others: [
      'The tenant gives notice in writing, with a signature by hand.',
      'Guests of a tenant may stay for up to six weeks without permission.',
      'The deposit is at most three times the monthly rent.',
    ],
  },
  {
    language: 'en',
    question: 'What makes the battery of a phone wear out faster?',
    answer: 'Lithium cells age sooner when they are kept full or warm for a long time.',
    others: [
      'The phone shows in its settings how much charge the battery has left.',
      'A phone with a larger battery weighs more and is thicker.',
      'Worn shoes are the first thing that makes runners slower.',
    ],
  },
  {
    language: 'en',
    question: 'Can I swim in the lake in winter?',
    answer: 'Bathing is allowed all year round; from November to March nobody is on guard.',
    others: [
      'The lake is 38 metres deep and fed by two rivers.',
      'In winter the path round the lake is not cleared of snow.',
      'Fishing in the lake needs a licence, which the town hall issues.',
    ],
  },
  {
    language: 'zh',
    question: '为什么天空是蓝色的？',
    answer: '大气中的分子对短波长的光散射得更强，所以白天我们看到的散射光以这种颜色为主。',
    others: [
      '天空中的云由许多细小的水滴组成。',
      '他最喜欢的颜色是蓝色，连自行车也是蓝的。',
      '夜里天空晴朗时，气温下降得更快。',
    ],
  },
  {
    language: 'zh',
    question: '高铁票怎么退？',
    answer: '开车前可以在网上或车站窗口取消行程，票款会扣除手续费后原路返还。',
    others: [
      '高铁从北京到上海大约需要四个半小时。',
      '儿童身高不足一米二的，可以免票乘车。',
      '车票丢失的旅客可以在窗口挂失补办。',
    ],
  },
  {
    language: 'zh',
    question: '感冒时应该多喝水吗？',
    answer: '发热会使身体流失液体，因此患上呼吸道感染的人最好经常补充水分。',
    others: ['感冒病毒主要通过飞沫和接触传播。', '水在一个大气压下一百摄氏度沸腾。', '这种感冒药饭后服用，每天三次。'],
  },
  {
    language: 'ja',
    question: '図書館の本は何日間借りられますか。',
    answer: '貸出期間は二週間で、予約がなければ一度だけ延長できます。',
    others: [
      '図書館は毎週月曜日と年末年始が休みです。',
      '図書館で本を借りるには利用者カードが必要です。',
      '古い本は毎年秋の祭りで安く売られます。',
    ],
  },
  {
    language: 'ja',
    question: '地震のときはまず何をすればいいですか。',
    answer: '揺れを感じたら机の下に入り、頭を守って収まるのを待ってください。',
    others: [
      '地震の大きさはマグニチュードという値で表されます。',
      '日本では一年に千回以上の有感地震があります。',
      'まず野菜を洗い、それから小さく切ってください。',
    ],
  },
  {
    language: 'ja',
    question: '緑茶をおいしく入れるお湯の温度は？',
    answer: '七十度ほどまで冷ましてから急須に注ぐと、渋みが出にくく甘く感じられます。',
    others: [
      '緑茶の葉は春に摘まれたものが高く売れます。',
      'お風呂のお湯の温度は四十度くらいが好まれます。',
      '緑茶には体によいとされる成分が多く含まれています。',
    ],
  },
  {
    language: 'de',
    question: 'Ab wann gilt die Heizung als defekt?',
    answer: 'Werden in den Wohnräumen tagsüber keine 20 Grad erreicht, liegt ein Mangel vor.',
    others: [
      'Die Heizung wird einmal im Jahr vom Schornsteinfeger geprüft.',
      'Ab Oktober gilt der neue Fahrplan der Straßenbahn.',
      'Eine Heizung mit Wärmepumpe kostet mehr als eine mit Gas.',
    ],
  },
  {
    language: 'de',
    question: 'Wie wird man Mitglied im Verein?',
    answer: 'Füllen Sie den Antrag aus; über die Aufnahme entscheidet der Vorstand innerhalb von vier Wochen.',
    others: [
      'Der Verein wurde 1921 von zwölf Mitgliedern gegründet.',
      'Mitglieder zahlen im Jahr 60 Euro, Kinder die Hälfte.',
      'Der Vorstand des Vereins wird alle zwei Jahre gewählt.',
    ],
  },
  {
    language: 'en',
    question: 'When does the library open on Saturdays?',
    answer: 'On Saturdays the library is open from ten until four.',
    others: [
      'Steel is made of iron and a little carbon.',
      'The whale is the largest of all mammals.',
      'Our train leaves from platform nine.',
    ],
    simple: true,
  },
  {
    language: 'en',
    question: 'How do I reset my password?',
    answer: 'To reset your password, press “Forgot password” and follow the link in the mail.',
    others: [
      'The mountain was first climbed in 1865.',
      'Tomatoes like sun and a lot of water.',
      'The orchestra plays on Sunday evening.',
    ],
    simple: true,
  },
  {
    language: 'zh',
    question: '怎么修改登录密码？',
    answer: '在“设置”中点击“修改密码”，输入旧密码和新密码即可。',
    others: ['长江是亚洲最长的河流。', '这家餐厅的面条很好吃。', '老虎生活在森林里。'],
    simple: true,
  },
  {
    language: 'zh',
    question: '图书馆星期六几点开门？',
    answer: '图书馆星期六上午九点开门，下午五点关门。',
    others: ['铁在潮湿的空气中会生锈。', '这部电影讲的是一位医生的故事。', '西红柿需要充足的阳光。'],
    simple: true,
  },
  {
    language: 'ja',
    question: 'パスワードを変更する方法を教えてください。',
    answer: 'パスワードの変更は、設定画面の「パスワード変更」から行えます。',
    others: ['富士山は日本で一番高い山です。', 'このスープには玉ねぎが入っています。', '鯨は海に住む哺乳類です。'],
    simple: true,
  },
  {
    language: 'ja',
    question: 'プールの営業時間は何時までですか。',
    answer: 'プールの営業時間は朝九時から夜八時までです。',
    others: ['鉄は湿った空気の中で錆びます。', '彼は三年前に小説を書きました。', '桜は春に咲く花です。'],
    simple: true,
  },
  {
    language: 'de',
    question: 'Wann öffnet die Bibliothek am Samstag?',
    answer: 'Die Bibliothek öffnet am Samstag um zehn Uhr.',
    others: [
      'Stahl besteht aus Eisen und etwas Kohlenstoff.',
      'Wale sind Säugetiere und leben im Meer.',
      'Tomaten brauchen viel Sonne.',
    ],
    simple: true,
  },
  {
    language: 'de',
    question: 'Wie kann ich mein Passwort ändern?',
    answer: 'Das Passwort ändern Sie in den Einstellungen unter „Passwort“.',
    others: [
      'Der Berg wurde 1865 zum ersten Mal bestiegen.',
      'Das Orchester spielt jeden Sonntag.',
      'Im Herbst werden die Blätter gelb.',
    ],
    simple: true,
  },
];
