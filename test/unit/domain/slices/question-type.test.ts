import { describe, expect, it } from 'vitest';
import { questionTypeOf } from '../../../../src/domain/slices/dimensions';

describe('questionTypeOf', () => {
  it.each([
    ['How do I change the oil?', 'how-why'],
    ['Why was the bridge closed', 'how-why'],
    ['axle counters at Ropewalk: what happens when the counts disagree?', 'how-why'],
    ['How many lines run through the night?', 'fact'],
    ['how long does one pair take', 'fact'],
    ['Which depot can re-profile wheels?', 'fact'],
    ['what do passengers have to do when the road over the water is open for shipping', 'fact'],
    ['In which year was it built?', 'fact'],
    ['Does the tram run on Sundays?', 'yes-no'],
    ['can I take a dog', 'yes-no'],
    ['vehicle shed designed to survive flooding from the sea', 'keywords'],
    ['showroom opening', 'keywords'],
    ['Any trams on Sunday?', 'other'],
  ])('reads “%s” as %s', (text, type) => {
    expect(questionTypeOf(text, 'en')).toBe(type);
  });

  it.each([
    ['如何提高良率？', 'how-why'],
    ['为什么需要退火', 'how-why'],
    ['光刻机有多少种？', 'fact'],
    ['日本半导体产业的现状是什么', 'fact'],
    ['最大速度是多少', 'fact'],
    ['几乎所有的晶圆', 'keywords'],
    ['温室在冬天开放吗？', 'yes-no'],
    ['是否可以带狗', 'yes-no'],
    ['半导体 封装 材料', 'keywords'],
    ['周末呢？', 'other'],
  ])('reads “%s” as %s', (text, type) => {
    expect(questionTypeOf(text, 'zh')).toBe(type);
  });

  it.each([
    ['望遠鏡はどのように冷却されますか', 'how-why'],
    ['なぜ橋は閉鎖されたのか', 'how-why'],
    ['温室には何種類の植物がありますか？', 'fact'],
    ['最終電車はいつですか', 'fact'],
    ['犬を連れて行けますか？', 'yes-no'],
    ['路面電車 運賃', 'keywords'],
  ])('reads “%s” as %s', (text, type) => {
    expect(questionTypeOf(text, 'ja')).toBe(type);
  });

  it('knows the forms of three languages', () => {
    expect(questionTypeOf('Warum wurde die Brücke geschlossen?', 'de')).toBe('other');
  });
});
