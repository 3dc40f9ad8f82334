/** Style sheet of the documentation, light and dark, from a telephone's width up; colours as in the app. */
export const DOCUMENTATION_STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#faf8f4, #171613);
  --sheet: light-dark(#fff, #201f1b);
  --ink: light-dark(#1b1a17, #eeeae1);
  --quiet: light-dark(#5d5950, #aaa497);
  --line: light-dark(#ddd8ce, #3a3731);
  --wash: light-dark(#f2eee6, #292722);
  --link: light-dark(#1d4fd7, #8fb2ff);
  --get: light-dark(#1f6b3b, #7fd19c);
  --post: light-dark(#1d4fd7, #8fb2ff);
  --put: light-dark(#8a5a00, #e9b64d);
  --delete: light-dark(#9c2b22, #f2988f);
  --code: ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace;
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; font: 16px/1.55 'Schibsted Grotesk Variable', system-ui, sans-serif; background: var(--paper); color: var(--ink); overflow-wrap: anywhere }
a { color: var(--link); text-underline-offset: .2em }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: .25rem }
.top { padding: 2rem 1rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--sheet) }
.name { margin: 0; font-size: 1.75rem; font-weight: 700; letter-spacing: -.02em }
.name a { color: inherit; text-decoration: none }
.name span { font-weight: 400; color: var(--quiet) }
.lead { margin: .35rem 0 0; max-width: 44rem; color: var(--quiet) }
.contents { border-bottom: 1px solid var(--line); background: var(--sheet) }
.contents summary { padding: .75rem 1rem; min-height: 2.75rem; cursor: pointer; font-weight: 600 }
nav { padding: 0 1rem 1.25rem }
nav h2 { margin: 1.1rem 0 .25rem; font-size: .8125rem; font-weight: 600; color: var(--quiet) }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: flex; gap: .75rem; align-items: baseline; justify-content: space-between; padding: .3rem .5rem; margin: 0 -.5rem; border-radius: .375rem; color: inherit; text-decoration: none; font-size: .9375rem; line-height: 1.35 }
nav a:hover { background: var(--wash) }
main { padding: 0 1rem 5rem; max-width: 52rem }
h2 { font-size: 1.375rem; letter-spacing: -.015em; line-height: 1.25; margin: 0 0 .5rem }
h3 { font-size: 1.125rem; margin: 0 0 .35rem; line-height: 1.3 }
h3 a { color: inherit; text-decoration: none }
h3 a:hover { text-decoration: underline }
h4 { margin: 1.35rem 0 .4rem; font-size: .875rem; color: var(--quiet) }
p { margin: .5rem 0 }
.chapter { padding: 1.75rem 0 0 }
.chapter h2 { font-size: 1.125rem }
.calls { margin-top: 3rem }
.calls > header { padding-bottom: .75rem }
article { border: 1px solid var(--line); border-radius: .75rem; background: var(--sheet); padding: 1.25rem 1rem; margin: 0 0 1.25rem }
article:target { border-color: var(--link); box-shadow: 0 0 0 1px var(--link) }
.line { display: flex; flex-wrap: wrap; gap: .35rem .6rem; align-items: center; margin: .25rem 0 .75rem }
.line > code { background: none; padding: 0; font-size: .9375rem }
.access { font-size: .8125rem; color: var(--quiet); border: 1px solid var(--line); border-radius: 1rem; padding: .05rem .6rem }
.method { flex: none; font: 700 .6875rem/1 var(--code); letter-spacing: .02em; overflow-wrap: normal }
.line .method { font-size: .8125rem; border: 1px solid; border-radius: .3rem; padding: .25rem .4rem }
.get { color: var(--get) } .post { color: var(--post) } .put, .patch { color: var(--put) } .delete { color: var(--delete) }
code { font: .875em var(--code); background: var(--wash); border-radius: .25rem; padding: .1em .3em }
pre { margin: .75rem 0 0; padding: .875rem; border-radius: .5rem; background: var(--wash); overflow-x: auto; overflow-wrap: normal; font-size: .875rem; line-height: 1.45 }
pre code { background: none; padding: 0; font-size: inherit }
table { width: 100%; border-collapse: collapse; table-layout: fixed }
tr { border-top: 1px solid var(--line) }
th, td { text-align: left; vertical-align: top; padding: .5rem 0; font-size: .9375rem; font-weight: 400 }
th { width: 42%; padding-right: .75rem }
th small { display: block; color: var(--quiet); font-size: .8125rem; line-height: 1.35; margin-top: .15rem }
th code { background: none; padding: 0 }
td p { margin: 0 }
.choices code { display: inline-block; margin: .2rem .1rem 0 0 }
.answer { border-top: 1px solid var(--line); padding: .35rem 0 }
.answer small { color: var(--quiet) }
.headers { margin: .1rem 0 }
.good, .bad { font: 700 .8125rem var(--code) } .good { color: var(--get) } .bad { color: var(--delete) }
summary { cursor: pointer; min-height: 2.25rem; padding: .4rem 0; color: var(--link); font-size: .9375rem }
.contents summary { color: inherit }
.none { color: var(--quiet) }
@media (min-width: 62rem) {
  body { display: grid; grid-template-columns: 18.5rem minmax(0, 1fr); grid-template-rows: auto 1fr }
  .top { grid-column: 1 / 3; padding: 2.25rem 2rem 1.5rem }
  .contents { border: 0; border-right: 1px solid var(--line); background: none; position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: .5rem 1rem }
  /* Always open here; browsers that cannot do that keep the summary. */
  @supports selector(::details-content) {
    .contents > summary { display: none }
    .contents::details-content { display: block; content-visibility: visible }
  }
  main { padding: .25rem 3rem 6rem }
  article { padding: 1.5rem }
  th { width: 36% }
}
`
