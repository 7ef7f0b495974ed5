export const SAMPLE_QUESTION = 'When does the library open on Saturdays?';

/** In several languages. */
export const SAMPLE_PASSAGES = [
  'On Saturdays the library is open from ten until four. Steel is made of iron and a little carbon. The whale is the largest of all mammals. Our train leaves from platform nine.',
  '在“设置”中点击“修改密码”，输入旧密码和新密码即可。 长江是亚洲最长的河流。 这家餐厅的面条很好吃。 老虎生活在森林里。',
  'パスワードの変更は、設定画面の「パスワード変更」から行えます。 富士山は日本で一番高い山です。 鯨は海に住む哺乳類です。',
  'Die Bibliothek öffnet am Samstag um zehn Uhr. Stahl besteht aus Eisen und etwas Kohlenstoff. Wale sind Säugetiere und leben im Meer. Tomaten brauchen viel Sonne.',
];
