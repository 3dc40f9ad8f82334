import { onlineManager } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorBoundary, loadAnew } from '../../ui/error-boundary.tsx'

/**
 * A tab, or in its place that it did not arrive or failed: the frame round it, and with it the way to the other tabs, stays in
 * use. Whoever tries again has its code asked for again, and the tab shown in its place; so has, by itself, a network that is
 * back.
 * @param begin asks for the tab's code; resolves with whether it is there
 */
export function TabBoundary({
  begin,
  children,
}: {
  readonly begin: () => Promise<boolean>
  readonly children: ReactNode
}) {
  const [tries, setTries] = useState(0)
  return (
    <ErrorBoundary key={tries} instead={<Broken begin={begin} onThere={() => setTries(tries + 1)} />}>
      {children}
    </ErrorBoundary>
  )
}

function Broken({ begin, onThere }: { readonly begin: () => Promise<boolean>; readonly onThere: () => void }) {
  const [state, setState] = useState<'new' | 'trying' | 'missing'>('new')
  const tryAgain = async () => {
    if (state === 'trying') return
    setState('trying')
    if (await begin()) onThere()
    else setState('missing')
  }
  // A try that was under way when the network came back may be one without it.
  const comeBack = useEffectEvent(async () => ((await begin()) || (await begin())) && onThere())
  useEffect(() => onlineManager.subscribe((isBack) => (isBack ? void comeBack() : undefined)), [])
  return (
    <section className="page-message" aria-labelledby="broken-heading" data-broken>
      <h1 id="broken-heading">This page could not be shown</h1>
      <div role="alert">
        <p>Part of it did not arrive, or something in it went wrong. What you have typed into a form is kept.</p>
        {state === 'missing' && <p>It has not arrived this time either. Check the connection.</p>}
      </div>
      <p className="page-message-ways">
        {/* Not `isDisabled`: with the button the focus would be gone. */}
        <Button aria-disabled={state === 'trying'} onPress={() => void tryAgain()}>
          {state === 'trying' ? 'Trying…' : 'Try again'}
        </Button>
        <Button variant="quiet" onPress={loadAnew}>
          Load the page anew
        </Button>
      </p>
    </section>
  )
}
