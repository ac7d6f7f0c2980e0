import { Download, LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { downloadFile } from '../../lib/device/download.ts'
import { useUser } from '../../lib/session/session.tsx'
import { useLeave } from '../../lib/session/useLeave.ts'
import { apart, archivoOf, describeQueda, findSoloAqui, type SoloAqui } from './soloAqui.ts'

/** «Cerrar sesión»: at once where the device has nothing of its own, else after saying what goes with it. */
export function SignOut() {
  const { id } = useUser()
  const { leaving, leave } = useLeave()
  const [found, setFound] = useState<SoloAqui[]>([])

  const press = async () => {
    const here = await findSoloAqui(id)
    if (here.length > 0) setFound(here)
    else await leave()
  }

  return (
    <>
      <Button
        look="secondary"
        size="lg"
        busy={leaving}
        busyLabel="Cerrando sesión…"
        onClick={press}
        icon={<LogOut aria-hidden="true" className="size-5" />}
      >
        Cerrar sesión
      </Button>
      <Dialog
        open={found.length > 0}
        onClose={() => setFound([])}
        title="¿Cerrar sesión?"
        description={`Lo de tu cuenta te espera.${apart(found).van.length > 0 ? ' De este dispositivo se borra lo que solo está aquí:' : ''}`}
      >
        <LeaveSteps cosas={found} leaving={leaving} onLeave={leave} />
      </Dialog>
    </>
  )
}

type StepsProps = { cosas: SoloAqui[]; leaving: boolean; onLeave: () => Promise<void> }

/** What goes, a file of it, what stays, and the way out. */
export function LeaveSteps({ cosas, leaving, onLeave }: StepsProps) {
  const [saved, setSaved] = useState(false)
  const { van, quedan } = apart(cosas)
  const save = () => {
    downloadFile('mis-notas.txt', archivoOf(van), 'text/plain')
    setSaved(true)
  }
  return (
    <div className="grid gap-4">
      {van.length > 0 && (
        <>
          <ul className="grid list-disc gap-1 pl-5">
            {van.map(({ nombre }) => (
              <li key={nombre}>{nombre}</li>
            ))}
          </ul>
          <Button
            look="secondary"
            size="lg"
            onClick={save}
            icon={<Download aria-hidden="true" className="size-5" />}
          >
            Guardarlo en un archivo
          </Button>
          <p role="status" className="text-[0.9375rem] text-tinta-suave empty:hidden">
            {saved && 'Está en tus descargas, sin contraseña: cualquiera con este dispositivo puede abrirlo.'}
          </p>
        </>
      )}
      {quedan.map((one) => (
        <p key={one.nombre}>{describeQueda(one)}</p>
      ))}
      <Button size="lg" busy={leaving} busyLabel="Cerrando sesión…" onClick={() => void onLeave()}>
        {van.length > 0 ? 'Cerrar sesión y borrarlo' : 'Cerrar sesión'}
      </Button>
    </div>
  )
}
