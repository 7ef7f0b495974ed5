import type { Role } from './role';

const words = (names: string): readonly string[] => names.split(' ');

/** How fields of each role are called in English, Chinese and Japanese, the likeliest first; `_` stands for blanks and hyphens. */
export const NAMES = {
  question: words(
    'question query user_input question_text query_text prompt 问题 問題 质问 質問 質問文 質問内容 問い 問い合わせ 提问 查询 クエリ',
  ),
  'question-id': words('qid question_id query_id topic 问题编号 質問id 質問番号'),
  answer: words(
    'answer reference_answer reference expected_answer expected_output ideal_answer gold_answer 答案 回答 答え 解答 回答内容 正解 标准答案',
  ),
  quotation: words(
    'ground_truth_texts ground_truth_contexts quotation quote evidence excerpt supporting_text 引用 原文 根拠 出典箇所 引文',
  ),
  document: words(
    'doc_id docid document_id document doc file filename file_name source source_file path url 文档 文件 来源 文書 ファイル ファイル名 資料 出典 参照元 文档名 文件名',
  ),
  grade: words('grade rating relevance label score 等级 评分 評価 関連度 相关性'),
  relevant: words('relevant_ids expected_ids gold_ids positive_ids relevant_docs gold_docs'),
  'relevant-text': words('reference_contexts relevant_texts gold_contexts expected_texts'),
  retrieved: words('retrieved_ids result_ids hits results returned_ids retrieved_context_ids'),
  'retrieved-text': words('retrieved_contexts retrieved_texts result_texts'),
  rank: words('rank position 順位 排名'),
  system: words('system run tag engine retriever システム 系统'),
  split: words('split subset'),
  vector: words('vector embedding embeddings ベクトル 向量'),
  rewrites: words('rewrites rewrite'),
} as const satisfies Partial<Record<Role, readonly string[]>>;

/** As names are compared. */
export const plainName = (name: string): string =>
  name
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
