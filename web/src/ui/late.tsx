import { type ComponentType, startTransition, useEffect, useReducer } from 'react'
import { Loading } from './loading.tsx'

/**
 * A part of the app whose code comes when it is first shown, or when `begin` says that it will be. React's own `lazy` does
 * the same, but what was once replaced by a spinner it keeps back for 300 ms, even when it is on the device: three of those
 * one after the other are the better part of a second in which nobody sees anything.
 * @param load gives the component; when it fails, that is thrown to the next error boundary
 * @param label what the spinner says; with `null` there is none: what opens over the screen leaves no gap until it is there.
 * Whoever opens it may have no network by then: see {@link useSoon}
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>, label?: string | null) {
  let loading: Promise<void> | undefined
  let Part: ComponentType<Props> | undefined
  let failure: Error | undefined

  const fetchPart = async () => {
    try {
      Part = await load()
    } catch (cause) {
      failure = new Error('a part of the app did not arrive', { cause })
    }
  }
  const begin = (): Promise<void> => {
    loading ??= fetchPart()
    return loading
  }

  function Late(props: Props) {
    const [, look] = useReducer((times: number) => times + 1, 0)
    const isThere = Part !== undefined
    void begin()
    useEffect(() => {
      // Made in pieces: it may be long, and what is on the screen stays in use meanwhile.
      if (!isThere) void begin().then(() => startTransition(look))
    }, [isThere])
    if (failure !== undefined) throw failure
    if (Part === undefined && label === null) return null
    if (Part === undefined) return label == null ? <Loading /> : <Loading label={label} />
    return <Part {...props} />
  }
  return Object.assign(Late, { begin })
}

/**
 * Fetches a part as soon as the screen is painted that may need it: it is there when the network goes, also in a browser that
 * keeps nothing of the app.
 */
export function useSoon({ begin }: { readonly begin: () => Promise<void> }): void {
  useEffect(() => {
    const timer = setTimeout(() => void begin())
    return () => clearTimeout(timer)
  }, [begin])
}
