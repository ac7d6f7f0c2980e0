import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { createPaso } from '../../lib/cofre/codigo.ts'
import { sharePaso } from '../../lib/cofre/cofre.ts'
import { seeOwn } from '../../lib/member/cambios.ts'
import { PruebaCancelada, withPrueba } from '../../lib/session/prueba.ts'
import { useUser } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'

type Mostrado = { texto: string; size: number; dibujo: string }

/** Gives the key to another device of hers: a picture to scan and a code to type, for ten minutes. */
export function Paso() {
  const { id } = useUser()
  const [mostrado, setMostrado] = useState<Mostrado | null>(null)
  const [busy, setBusy] = useState(false)

  const show = async () => {
    setBusy(true)
    try {
      const { texto, llave } = await createPaso()
      const drawn = await draw(`${location.origin}/cofre#${texto}`)
      await withPrueba(() => sharePaso(id, llave))
      // What was made here is no news here.
      void seeOwn(id, 'codigo').catch(() => {})
      setMostrado({ texto, ...drawn })
    } catch (failure) {
      if (!(failure instanceof PruebaCancelada))
        toast({ title: 'No pudimos pasar tu llave', description: messageOf(failure), variant: 'destructive' })
    }
    setBusy(false)
  }

  if (!mostrado)
    return (
      <Button look="secondary" busy={busy} busyLabel="Preparando…" onClick={() => void show()}>
        Pasar mi llave a otro dispositivo
      </Button>
    )
  const { texto, size, dibujo } = mostrado
  return (
    <section
      aria-label="Código para tu otro dispositivo"
      className="grid justify-items-center gap-3 rounded-card bg-hundido p-4"
    >
      <p className="text-[0.9375rem]">
        En tu otro dispositivo entra con tu cuenta y apunta la cámara aquí, o abre Mi Perfil, «Tu llave» y
        escribe este código. Sirve 10 minutos.
      </p>
      <svg
        viewBox={`-4 -4 ${size + 8} ${size + 8}`}
        aria-hidden="true"
        className="w-full max-w-56 bg-white"
        shapeRendering="crispEdges"
      >
        <path d={dibujo} fill="#000" />
      </svg>
      <p translate="no" className="text-center font-semibold text-lg tabular-nums tracking-wide">
        {texto}
      </p>
    </section>
  )
}

/** A picture that a camera reads as this text: how many squares a side has, and the dark ones. */
async function draw(text: string): Promise<{ size: number; dibujo: string }> {
  const { create } = await import('qrcode')
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const dark = Array.from(data.keys()).filter((at) => data[at])
  return { size, dibujo: dark.map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`).join('') }
}
