/** A question with a passage that answers it, and passages that have nothing in common with it. */
export interface KnownQuestion {
  /** ISO 639-1. */
  readonly language: string;
  readonly question: string;
  readonly answer: string;
  readonly others: readonly string[];
}

/** By language: a question, its answer, and the other passages. */
type Rows = Readonly<Record<string, readonly (readonly [string, string, ...string[]])[]>>;

const ROWS: Rows = {
  en: [
    [
      'When does the library open on Saturdays?',
      'On Saturdays the library is open from ten until four.',
      'Steel is made of iron and a little carbon.',
      'The whale is the largest of all mammals.',
      'Our train leaves from platform nine.',
    ],
    [
      'How do I reset my password?',
      'To reset your password, press “Forgot password” and follow the link in the mail.',
      'The mountain was first climbed in 1865.',
      'Tomatoes like sun and a lot of water.',
      'The orchestra plays on Sunday evening.',
    ],
  ],
  zh: [
    [
      '怎么修改登录密码？',
      '在“设置”中点击“修改密码”，输入旧密码和新密码即可。',
      '长江是亚洲最长的河流。',
      '这家餐厅的面条很好吃。',
      '老虎生活在森林里。',
    ],
    [
      '图书馆星期六几点开门？',
      '图书馆星期六上午九点开门，下午五点关门。',
      '铁在潮湿的空气中会生锈。',
      '这部电影讲的是一位医生的故事。',
      '西红柿需要充足的阳光。',
    ],
  ],
  ja: [
    [
      'パスワードを変更する方法を教えてください。',
      'パスワードの変更は、設定画面の「パスワード変更」から行えます。',
      '富士山は日本で一番高い山です。',
      'このスープには玉ねぎが入っています。',
      '鯨は海に住む哺乳類です。',
    ],
    [
      'プールの営業時間は何時までですか。',
      'プールの営業時間は朝九時から夜八時までです。',
      '鉄は湿った空気の中で錆びます。',
      '彼は三年前に小説を書きました。',
      '桜は春に咲く花です。',
    ],
  ],
  de: [
    [
      'Wann öffnet die Bibliothek am Samstag?',
      'Die Bibliothek öffnet am Samstag um zehn Uhr.',
      'Stahl besteht aus Eisen und etwas Kohlenstoff.',
      'Wale sind Säugetiere und leben im Meer.',
      'Tomaten brauchen viel Sonne.',
    ],
    [
      'Wie kann ich mein Passwort ändern?',
      'Das Passwort ändern Sie in den Einstellungen unter „Passwort“.',
      'Der Berg wurde 1865 zum ersten Mal bestiegen.',
      'Das Orchester spielt jeden Sonntag.',
      'Im Herbst werden die Blätter gelb.',
    ],
  ],
};

/**
 * Our own, to try an added model: only a broken model, one that is read wrongly or one that does not know the language
 * confuses passages that have nothing in common.
 */
export const KNOWN_PAIRS: readonly KnownQuestion[] = Object.entries(ROWS).flatMap(([language, each]) =>
  each.map(([question, answer, ...others]) => ({ language, question, answer, others })),
);
