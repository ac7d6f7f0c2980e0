import { useEffect, useState } from 'react'
import {
  type RecordatoriosState,
  recordatoriosState,
  turnOffRecordatorios,
  turnOnRecordatorios,
  UnknownZona,
} from '../../lib/member/pushDevice.ts'
import { useUser } from '../../lib/session/session.tsx'
import * as toasts from './toasts.ts'

/** Whether this device is reached with the app closed, and how to change it; null while the browser is being asked. */
export function useDeviceRecordatorios() {
  const { id } = useUser()
  const [estado, setEstado] = useState<RecordatoriosState | null>(null)
  const [busy, setBusy] = useState(false)
  const [asksHora, setAsksHora] = useState(false)

  useEffect(() => {
    // Again when she comes back: she may have been in the browser's settings.
    const look = () => void recordatoriosState().then(setEstado, () => setEstado('imposible'))
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  const onChange = async (on: boolean, zona?: string) => {
    if (busy) return
    setBusy(true)
    setAsksHora(false)
    try {
      setEstado(on ? await turnOnRecordatorios(id, zona) : await turnOffRecordatorios(id))
    } catch (failure) {
      if (failure instanceof UnknownZona) setAsksHora(true)
      else toasts.turnOnFailed()
      setEstado(await recordatoriosState())
    } finally {
      setBusy(false)
    }
  }

  return {
    estado,
    busy,
    onChange,
    /** They are off because nobody knows what time it is where she is; `onZona` turns them on by what she says. */
    asksHora,
    onZona: (zona: string) => void onChange(true, zona),
    /** She wants to be reminded of something: asks, where nothing has been decided yet. */
    turnOn: () => {
      if (estado === 'apagado') void onChange(true)
    },
  }
}
