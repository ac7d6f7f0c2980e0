import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Details } from '../../components/layout/Details.tsx'
import { useLlavero } from '../../lib/cofre/cofre.ts'
import { useEquipo } from '../../lib/cofre/equipo.ts'
import { AbrirConAcceso } from './AbrirConAcceso.tsx'
import { CodigoForm } from './CodigoForm.tsx'
import { Pedida, Pedirlo, usePedida } from './Devolucion.tsx'
import { NuevoCodigo } from './NuevoCodigo.tsx'

/** She has a vault, and this device no key of it, or only one that she changed: what is lost, and what is not. */
export function Cerrado() {
  const [anew, setAnew] = useState(false)
  const equipo = useEquipo()
  const pedida = usePedida()
  const lee = Boolean(useLlavero())
  if (anew) return <NuevoCodigo tarea="empezar" onCancel={() => setAnew(false)} />
  return (
    <>
      {pedida && <Pedida cambio={pedida} />}
      <Card as="section" aria-labelledby="cerrado" className="grid gap-4">
        <h2 id="cerrado" className="text-2xl">
          Este dispositivo no tiene tu llave{lee && ' de ahora'}
        </h2>
        <p>
          Tu diario sigue completo en tu cuenta.{' '}
          {lee
            ? 'Aquí lees lo que cerraste con una de antes. Para leerlo todo y escribir, pon tus 12 palabras de ahora'
            : 'Para leerlo aquí, escribe tus 12 palabras'}
          ; o, en un dispositivo donde ya lo lees, ve a Mi Perfil, «Tu llave» y «Pasar mi llave a otro
          dispositivo».
        </p>
        <CodigoForm />
        <AbrirConAcceso />
      </Card>
      {!pedida && <Pedirlo />}
      <Details title="No tengo mi código">
        <div className="grid gap-3 text-[0.9375rem]">
          <p>
            Si en otro dispositivo tuyo todavía lees tu diario, ábrelo ahí y haz un código nuevo en Mi Perfil,
            «Tu llave».
          </p>
          <p>
            Si no queda ninguno,{' '}
            {equipo === 'nada'
              ? 'nadie puede abrir lo que escribiste'
              : 'solo el equipo puede devolverte la llave, si se la pides'}
            . Puedes seguir con una llave nueva: no se borra nada, y si un día encuentras el código de antes,
            se abre.
          </p>
          <Button look="quiet" onClick={() => setAnew(true)}>
            Seguir con una llave nueva
          </Button>
        </div>
      </Details>
    </>
  )
}
