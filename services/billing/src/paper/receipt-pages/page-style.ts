// The style of a receipt's page: for phones first, in print, and in dark mode.
import { createHash } from 'node:crypto';

export const STYLE = `
:root{color-scheme:light dark;--ink:#1b2530;--muted:#5b6773;--line:#c5cdd5;--accent:#0f5c73;--tint:#eef4f6;--paper:#fff;--warning:#a03a12}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6ebef;--muted:#9fabb6;--line:#3a4650;--accent:#6fc3dc;--tint:#1d2830;--paper:#12191f;--warning:#f0a07c}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 "PT Sans",system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:44rem;margin:0 auto;padding:1.25rem 1rem 3rem}
h1{font-size:1.6rem;line-height:1.2;margin:.25rem 0}
h2{font-size:1.05rem;line-height:1.3;margin:0;font-weight:700}
p{margin:.5rem 0}
.chapter{font-size:1.3rem;margin-top:1.8rem}
.kicker{color:var(--accent);font-weight:700;font-size:.8rem;letter-spacing:.04em;text-transform:uppercase;margin:0}
.muted,footer{color:var(--muted);font-size:.9rem}
.notice{border-left:4px solid var(--accent);background:var(--tint);padding:.6rem .8rem;margin:1rem 0}
.notice.bad{border-color:var(--warning)}
.line{border:1px solid var(--line);border-radius:.6rem;margin:.9rem 0;padding:.8rem .9rem}
.head{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:baseline}
.head h2{flex:1;max-width:100%;overflow-wrap:break-word}
.code{color:var(--muted);font-weight:400;margin-right:.35rem}
.sum{margin-left:auto;font-weight:700;white-space:nowrap}
summary{cursor:pointer;color:var(--accent);padding:.45rem 0;min-height:2.4rem}
summary:focus-visible,button:focus-visible,textarea:focus-visible,input:focus-visible,a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
ol{margin:.2rem 0 .6rem;padding-left:1.3rem}
li{margin:.35rem 0}
.article{display:block;color:var(--muted);font-size:.85rem}
label{display:block;font-weight:700;margin:.3rem 0}
textarea{width:100%;min-height:7rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--muted);border-radius:.4rem;padding:.5rem}
button{font:inherit;font-weight:700;color:#fff;background:#0f5c73;border:0;border-radius:.4rem;padding:.65rem 1.1rem;min-height:2.75rem;margin-top:.5rem}
.said{white-space:pre-wrap}
.total{display:flex;justify-content:space-between;font-weight:700;font-size:1.15rem;border-top:2px solid var(--accent);padding-top:.6rem}
footer{margin-top:1.5rem}
dl{margin:0}
dt{color:var(--muted);font-size:.9rem;margin-top:.5rem}
dd{margin:0;font-weight:700}
dd code{font-weight:400}
.figures{display:grid;grid-template-columns:1fr auto;gap:.35rem 1rem}
.figures dt{margin:0}
.figures dd{text-align:right;white-space:nowrap}
a{color:var(--accent)}
.codes{display:flex;flex-wrap:wrap;gap:1rem}
figure{margin:.5rem 0;width:13rem;max-width:100%}
.qr{display:block;width:100%;height:auto}
figcaption{font-size:.9rem;margin-top:.3rem}
.meter{border-top:1px solid var(--line);padding:.5rem 0}
.fault{color:var(--warning);font-weight:700}
.check{display:flex;gap:.6rem;align-items:center;min-height:2.75rem}
.check input{width:1.4rem;height:1.4rem;flex:none}
input:not([type]),input[type=email]{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--muted);border-radius:.4rem;padding:.5rem;width:100%;min-height:2.75rem}
input[aria-invalid=true]{border-color:var(--warning)}
.languages{text-align:right;margin:0}
input[type=number]{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--muted);border-radius:.4rem;padding:.5rem;width:7rem}
@media print{:root{color-scheme:light}.line{break-inside:avoid}button,input,textarea,.languages,#preferences,details:has(form){display:none}}
`;

export const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Allows only the page's own style and form: no script, no image, no framing. */
export const CONTENT_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
