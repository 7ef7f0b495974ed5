export const HUGGING_FACE = 'https://huggingface.co';
