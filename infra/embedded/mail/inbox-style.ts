/** Style sheet of the inbox, light and dark, from a telephone's width up. */
export const INBOX_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d7dde4, #39424d); --quiet: light-dark(#56606b, #a3adb8); --link: light-dark(#0b57b0, #7db7ff); --raised: light-dark(#fff, #1b2129) }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f4f6f8, #12161b); color: light-dark(#1a2129, #e8edf2) }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
header { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; align-items: center; margin-bottom: 1.5rem }
h1 { margin: 0; font-size: 1.5rem; overflow-wrap: anywhere }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem }
header p { grid-row: 2; margin: 0; color: var(--quiet) }
header form { grid-row: 1 / 3; grid-column: 2 }
a { color: var(--link) }
button { font: inherit; min-height: 2.75rem; padding: 0 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--raised); color: inherit; cursor: pointer }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.empty, time, .to { color: var(--quiet) }
.mails { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; background: var(--raised) }
.mails li + li { border-top: 1px solid var(--line) }
.mails a { display: grid; gap: 0 1rem; padding: .75rem 1rem; color: inherit; text-decoration: none }
.mails a:hover { background: light-dark(#eef4fb, #232c37) }
.mails a:focus-visible { outline-offset: -3px }
.subject { font-weight: 600; overflow-wrap: anywhere }
.to { overflow-wrap: anywhere }
time { font-variant-numeric: tabular-nums }
@media (min-width: 45rem) { .mails a { grid-template-columns: 16rem 1fr auto } }
.about { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 }
dt { color: var(--quiet) }
dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: .75rem; background: #fff }
iframe.large { height: 50rem }
iframe.small { width: 390px; max-width: 100%; height: 50rem }
.choices { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 1rem 0; padding: 0 }
.choices a, .choices b { display: inline-block; padding: .6rem 0 }
pre { margin: 0; padding: 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--raised); white-space: pre-wrap; overflow-wrap: anywhere }
details { margin: 1.5rem 0 } summary { cursor: pointer; min-height: 2rem }
.headers { font: .85rem/1.4 ui-monospace, monospace }
.headers dd { margin: 0 0 .4rem }
`
