import { EyeOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../components/button/Button.tsx'
import type { Hallazgo } from '../../lib/revision/privacidad.ts'
import { NOMBRES_DE_RASTRO } from '../../lib/revision/privacidad.ts'

type RastrosProps = { hallazgos: Hallazgo[]; busy: boolean; onBack: () => void; onSend: () => void }

/** Shows what in her text may identify somebody, before it is sent. She may send it all the same. */
export function Rastros({ hallazgos, busy, onBack, onSend }: RastrosProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="rastros-titulo"
      className="grid gap-3 rounded-card bg-maiz-suave p-4"
    >
      <div className="grid gap-1">
        <h3
          id="rastros-titulo"
          className="flex items-center gap-2 font-sans font-semibold text-base text-maiz-texto"
        >
          <EyeOff aria-hidden="true" className="size-5 shrink-0" />
          Antes de enviar, míralo otra vez
        </h3>
        <p>Por esto alguien podría saber quién eres o encontrarte, a ti o a otra persona:</p>
      </div>
      <ul className="grid gap-1.5">
        {hallazgos.map(({ rastro, texto }) => (
          <li key={`${rastro} ${texto}`}>
            {NOMBRES_DE_RASTRO[rastro]}: <bdi className="font-semibold wrap-anywhere">«{texto}»</bdi>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onBack}>Cambiar el texto</Button>
        <Button look="quiet" busy={busy} busyLabel="Enviando…" onClick={onSend}>
          Enviar así
        </Button>
      </div>
      <p className="text-maiz-texto text-sm">Esta revisión se hizo en tu dispositivo.</p>
    </section>
  )
}
