import { BookOpen, Trash2 } from 'lucide-react'
import { IconButton } from '../../components/button/IconButton.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { outsideTarget } from '../../lib/outside/outside.ts'
import type { Lectura } from './lecturas.ts'

/** What she can read without a connection, and how to take it off a phone that others look through. */
export function EnDispositivo({
  lecturas,
  onRemove,
}: {
  lecturas: Lectura[]
  onRemove: (url: string) => void
}) {
  if (lecturas.length === 0) return null
  return (
    <section aria-labelledby="en-dispositivo" className="grid gap-3">
      <div className="grid gap-1">
        <h2 id="en-dispositivo" className="text-xl">
          En este dispositivo
        </h2>
        <p className="text-sm text-tinta-suave">
          Se abren sin conexión. Si otra persona revisa tu teléfono, puedes quitarlos de aquí; mira también tu
          carpeta de descargas.
        </p>
      </div>
      <Card as="div" flush>
        <ul className="grid">
          {lecturas.map(({ titulo, url }) => (
            <li key={url} className="flex items-center gap-1">
              <a
                href={url}
                target={outsideTarget()}
                rel="noopener"
                className="flex min-h-12 flex-1 items-center gap-3 rounded-card px-3 font-semibold hover:bg-jacaranda-suave"
              >
                <BookOpen aria-hidden="true" className="size-5 shrink-0 text-jacaranda-texto" />
                {titulo}
              </a>
              <IconButton
                label={`Quitar «${titulo}» de este dispositivo`}
                icon={<Trash2 aria-hidden="true" />}
                onClick={() => onRemove(url)}
              />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
