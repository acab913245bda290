// A text in both languages of the platform.

export type Words = { readonly ru: string; readonly en: string };
