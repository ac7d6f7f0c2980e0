import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { PageSkeleton } from '../../components/feedback/Skeleton.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Details } from '../../components/layout/Details.tsx'
import { PageTitle } from '../../components/layout/PageTitle.tsx'
import { useCofre } from '../../lib/cofre/cofre.ts'
import { useEquipo, useHayDevolucion } from '../../lib/cofre/equipo.ts'
import { Accesos } from './Accesos.tsx'
import { Cerrado } from './Cerrado.tsx'
import { CodigoForm } from './CodigoForm.tsx'
import { EleccionEquipo } from './EleccionEquipo.tsx'
import { Equipo } from './Equipo.tsx'
import { NuevoCodigo } from './NuevoCodigo.tsx'
import { Paso } from './Paso.tsx'

/** The vault of her words: made, opened on this device, and given another code. */
export function Cofre() {
  return (
    <div className="mx-casa grid max-w-xl content-start gap-5 px-4 pt-5 pb-6 md:px-8 md:pt-10">
      <PageTitle>Tu llave</PageTitle>
      <Estado />
    </div>
  )
}

function Estado() {
  const estado = useCofre()
  switch (estado) {
    case 'leyendo':
      return <PageSkeleton />
    case 'imposible':
      return (
        <p>
          Este navegador no puede guardar una llave: puede que estés en una ventana privada. Tu diario
          funciona como siempre.
        </p>
      )
    case 'sin':
      return <Sin />
    case 'cerrado':
      return <Cerrado />
    case 'abierto':
      return <Abierto />
  }
}

function Sin() {
  const [making, setMaking] = useState(false)
  const [equipo, setEquipo] = useState(false)
  const hay = useHayDevolucion()
  // Nothing moves once it can be pressed.
  if (hay === undefined) return <PageSkeleton />
  if (making) return <NuevoCodigo tarea="hacer" equipo={equipo} onCancel={() => setMaking(false)} />
  return (
    <Card as="section" aria-labelledby="sin" className="grid gap-4">
      <h2 id="sin" className="text-2xl">
        Que solo tú puedas leerlo
      </h2>
      <p>
        Hoy tu diario y tu agenda se guardan como los escribes: ni otras ni el equipo los leen, pero quien
        administra el servidor podría. Con una llave tuya se guardan cerrados
        {hay ? '.' : ', y ahí nadie los abre.'}
      </p>
      <p>
        La llave queda en este dispositivo y en un código de 12 palabras que guardas tú.
        {!hay && ' Si pierdes las dos cosas, nadie puede devolverte lo escrito.'}
      </p>
      {hay && <EleccionEquipo equipo={equipo} onChange={setEquipo} />}
      <Button size="lg" wide onClick={() => setMaking(true)}>
        Ver mi código
      </Button>
      <NoProtege />
    </Card>
  )
}

function Abierto() {
  const [making, setMaking] = useState<'cambiar' | 'renovar' | null>(null)
  const equipo = useEquipo()
  // A new key goes where the one before was.
  if (making)
    return (
      <NuevoCodigo
        tarea={making}
        equipo={making === 'renovar' && equipo !== undefined && equipo !== 'nada'}
        onCancel={() => setMaking(null)}
      />
    )
  return (
    <>
      <Card as="section" aria-labelledby="abierto" className="grid gap-4">
        <h2 id="abierto" className="text-2xl">
          Tu diario y tu agenda se cierran con tu llave
        </h2>
        <p>
          Este dispositivo la tiene: aquí los lees y escribes como siempre. En otro dispositivo, y aquí si
          cierras sesión, te pediremos tu código de 12 palabras.
        </p>
        <Button look="secondary" onClick={() => setMaking('cambiar')}>
          Hacer un código nuevo
        </Button>
        <p className="text-[0.9375rem] text-tinta-suave">El de antes sigue sirviendo.</p>
        <Paso />
        <NoProtege />
      </Card>
      <Accesos />
      <Details title="Alguien vio mi código">
        <div className="grid gap-3 text-[0.9375rem]">
          <p>
            Cambia tu llave: el código que vio deja de abrir lo que escribas desde hoy y lo que vuelvas a
            cerrar. Te daremos otras 12 palabras, y tus otros dispositivos te las pedirán. Una llave de acceso
            abre lo nuevo cuando la renueves aquí.
          </p>
          <Button look="quiet" onClick={() => setMaking('renovar')}>
            Cambiar mi llave
          </Button>
        </div>
      </Details>
      <Details title="Tengo el código de otra llave">
        <CodigoForm />
      </Details>
      <Equipo />
    </>
  )
}

function NoProtege() {
  return (
    <Details title="Lo que no protege">
      <p className="text-[0.9375rem] text-tinta-suave">
        No protege de quien tenga tu teléfono abierto, ni de una aplicación alterada. Qué días escribes y
        cuándo son tus eventos sigue a la vista del servidor.
      </p>
    </Details>
  )
}
