import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { whenIdleAfterPaint } from '../../lib/device/painted.ts'
import { fetchVista, sendRespuesta } from './alerta.ts'
import { type Following, followAlerta } from './followAlerta.ts'
import { knownAlerta } from './keptAlerta.ts'

/** Follows the alert of a link while its page is open. */
export function useAlerta(codigo: string, por: string | null): Following {
  const following = useMemo(
    () =>
      followAlerta({
        known: knownAlerta(codigo, Date.now()),
        fetchVista: (signal) => fetchVista(codigo, por, { signal }),
        sendRespuesta: (respuesta, signal) => sendRespuesta(codigo, respuesta, { signal }),
        isVisible: () => document.visibilityState === 'visible',
      }),
    [codigo, por],
  )

  useEffect(() => {
    const { start, look, stop } = following
    start()
    // Where its code does not come it is asked for when the page is opened again.
    const takeBack = whenIdleAfterPaint(() =>
      import('./keepAlerta.ts').then((code) => code.keepWhileOpen(codigo, following)).catch(() => {}),
    )
    window.addEventListener('online', look)
    window.addEventListener('pageshow', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      stop()
      takeBack()
      window.removeEventListener('online', look)
      window.removeEventListener('pageshow', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [codigo, following])

  return following
}

export const useSeguimiento = ({ subscribe, get }: Following) => useSyncExternalStore(subscribe, get)

/** The device's clock, once a second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
