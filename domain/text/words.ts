// The same in both languages that people read here.

export type Words = { readonly ru: string; readonly en: string };
