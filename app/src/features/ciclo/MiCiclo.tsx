import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { QuienLoLee } from '../../components/content/QuienLoLee.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { PageSkeleton } from '../../components/feedback/Skeleton.tsx'
import { PageTitle } from '../../components/layout/PageTitle.tsx'
import type { Fecha } from '../../lib/time/fechas.ts'
import { useToday } from '../../lib/time/today.ts'
import { Archivo } from './Archivo.tsx'
import { Ciclos } from './Ciclos.tsx'
import { DiaSection } from './DiaSection.tsx'
import { Hoy } from './Hoy.tsx'
import { Mes } from './Mes.tsx'
import { ModoSection } from './ModoSection.tsx'
import type { Recordar } from './RecordarDia.tsx'
import { type Quietos, useAviso } from './useAviso.ts'
import { useCiclo } from './useCiclo.ts'

/** Her cycle from her own history: on her device, and in her vault where she has one. */
export function MiCiclo({ recordar }: { recordar: Recordar & Quietos }) {
  const hoy = useToday()
  const ciclo = useCiclo(hoy)
  const aviso = useAviso(ciclo, hoy, recordar)
  const [chosen, setChosen] = useState<Fecha | null>(null)
  const [erasing, setErasing] = useState(false)
  if (!ciclo) return <PageSkeleton />
  const dia = chosen ?? hoy

  return (
    <div className="mx-casa grid max-w-2xl content-start gap-4 px-4 pb-6 md:gap-5 md:px-8 md:pt-10 lg:max-w-6xl">
      <header className="grid gap-1 pt-4 md:pt-0">
        <PageTitle>Mi ciclo</PageTitle>
        <QuienLoLee solo="Solo lo lees tú." />
      </header>
      <div className="sticky top-(--arriba) z-10 -mx-4 -my-3 flex justify-end bg-crema px-4 baja:static md:-mx-8 md:px-8">
        <Button
          look="quiet"
          className="-mr-3 px-3"
          icon={<Trash2 aria-hidden="true" className="size-5" />}
          onClick={() => setErasing(true)}
        >
          Borrar todo
        </Button>
      </div>
      <div className="grid items-start gap-4 md:gap-5 lg:grid-cols-2">
        <div className="grid gap-4 md:gap-5">
          <Hoy ciclo={ciclo} hoy={hoy} aviso={aviso} recordar={recordar} />
          <Mes ciclo={ciclo} hoy={hoy} dia={dia} onDia={setChosen}>
            <DiaSection ciclo={ciclo} hoy={hoy} fecha={dia} />
          </Mes>
        </div>
        <div className="grid gap-4 md:gap-5">
          <Ciclos inicios={ciclo.historia.inicios} />
          <ModoSection ciclo={ciclo} hoy={hoy} />
          <Archivo ciclo={ciclo} hoy={hoy} />
        </div>
      </div>
      <ConfirmDialog
        open={erasing}
        title="¿Borrar todo tu ciclo?"
        description="Se borra de este dispositivo y de tus otros dispositivos. No se puede deshacer."
        action="Borrar todo"
        onConfirm={() => {
          setErasing(false)
          void aviso.end().then(ciclo.eraseAll)
        }}
        onCancel={() => setErasing(false)}
      />
    </div>
  )
}
