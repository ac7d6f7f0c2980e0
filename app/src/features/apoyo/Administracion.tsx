import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import type { Numeros } from '../../lib/emergencia/numeros.ts'
import { AdminActions } from './AdminActions.tsx'
import { AsociacionDialog, type Edicion } from './AsociacionDialog.tsx'
import type { Asociacion } from './asociaciones.ts'
import { ConfirmAsociacionDialog } from './ConfirmAsociacionDialog.tsx'
import { paises, type Ubicada } from './lugares.ts'
import { Reportes } from './Reportes.tsx'
import type { Reporte } from './reportes.ts'

type AdministracionProps = {
  asociaciones: Asociacion[]
  reportes: Reporte[]
  /** Countries that an entry can be of. */
  numeros: readonly Pick<Numeros, 'pais'>[]
  /** An entry was saved for this place. */
  onSaved: (donde: Ubicada) => void
  /** The directory, with what the admin may do about each entry. */
  children: (actions: (asociacion: Asociacion) => ReactNode) => ReactNode
}

/** What the admin has around the directory. Only shown or hidden here; the database decides. */
export function Administracion({ asociaciones, reportes, numeros, onSaved, children }: AdministracionProps) {
  const [edicion, setEdicion] = useState<Edicion>(null)
  const [confirming, setConfirming] = useState<Asociacion | null>(null)
  const conocidos = [...asociaciones, ...numeros.map(({ pais }) => ({ pais, estado: null, ciudad: null }))]

  return (
    <>
      <Button
        className="justify-self-start"
        icon={<Plus aria-hidden="true" className="size-5" />}
        onClick={() => setEdicion('nueva')}
      >
        Agregar Asociación
      </Button>
      <Reportes
        asociaciones={asociaciones}
        reportes={reportes}
        onEdit={setEdicion}
        onConfirm={setConfirming}
      />
      {children((asociacion) => (
        <AdminActions asociacion={asociacion} onEdit={setEdicion} onConfirm={setConfirming} />
      ))}
      <AsociacionDialog
        edicion={edicion}
        onClose={() => setEdicion(null)}
        onSaved={onSaved}
        entries={asociaciones}
        paises={paises(conocidos)}
      />
      <ConfirmAsociacionDialog asociacion={confirming} onClose={() => setConfirming(null)} />
    </>
  )
}
