import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { EpisodioRow } from '../../../components/content/EpisodioRow.tsx'
import { LibroCard } from '../../../components/content/LibroCard.tsx'
import { Partes } from '../../../components/content/Partes.tsx'
import { SafeHtml } from '../../../components/content/SafeHtml.tsx'
import { EmptyState } from '../../../components/feedback/EmptyState.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import type { Capitulo } from '../../../lib/text/episodio.ts'
import { nombreOfEpisodio } from '../../../lib/text/episodio.ts'
import { readCapitulos } from './capitulos.ts'
import type { EpisodioAdmin } from './episodios.ts'
import type { LibroAdmin } from './libros.ts'
import { Telefono } from './Telefono.tsx'

/* What the editor writes, as members will see it: drawn with what draws it for them. */

const nothing = () => {}

const Palabras = ({ html }: { html: string }) => (
  <SafeHtml html={html} from={4} className="texto gap-2! text-[0.9375rem] wrap-anywhere" />
)

/** Shows it once asked, below the form that it is about. */
function Vista({ label, children }: { label: string; children: () => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="grid gap-3">
      <Button
        look="secondary"
        className="justify-self-start"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Dejar de ver' : 'Ver como en su teléfono'}
      </Button>
      {open && (
        <Telefono label={label}>
          <div className="p-4">{children()}</div>
        </Telefono>
      )}
    </div>
  )
}

type VistaLibroProps = { titulo: string; autor: string; hasFile: boolean }

/** A book before it is published. */
export function VistaLibro({ titulo, autor, hasFile }: VistaLibroProps) {
  const libro = { titulo: titulo || 'Sin título', autor: autor || null, url_pdf: hasFile ? '#' : null }
  return (
    <Vista label="El libro, como lo verán en su teléfono">
      {() => (
        <ul>
          <LibroCard libro={libro} kept={false} descarga={null} onDownload={nothing} />
        </ul>
      )}
    </Vista>
  )
}

type VistaEpisodioProps = {
  titulo: string
  descripcion: string
  /** As its field has it. */
  fecha: string
  duracion_s: number | null
  /** As its field has them: those that cannot be read are left out. */
  capitulos: string
  transcripcion: string
}

/** An episode before it is published. */
export function VistaEpisodio({ fecha, capitulos, transcripcion, ...rest }: VistaEpisodioProps) {
  const moment = Number.isNaN(Date.parse(fecha)) ? new Date() : new Date(fecha)
  const read = readCapitulos(capitulos)
  const episodio = { ...rest, id: 'vista', fecha_creacion: moment.toISOString() }
  return (
    <Vista label="El episodio, como lo verán en su teléfono">
      {() => (
        <Card as="div" flush>
          <ul>
            <EpisodioRow episodio={episodio} onPlay={nothing}>
              <Partes
                de={nombreOfEpisodio(episodio)}
                capitulos={'wrong' in read ? [] : read.capitulos}
                transcripcion={transcripcion ? () => <Palabras html={transcripcion} /> : undefined}
                onGo={nothing}
              />
            </EpisodioRow>
          </ul>
        </Card>
      )}
    </Vista>
  )
}

type VistaSemanaProps = {
  nombre: string
  /** What members will find: nothing that is hidden. */
  libros: LibroAdmin[]
  episodios: EpisodioAdmin[]
}

/** A week as members will find it. */
export function VistaSemana({ nombre, libros, episodios }: VistaSemanaProps) {
  return (
    <Telefono label={`${nombre}, como la verán en su teléfono`}>
      <div className="grid gap-6 p-4">
        <h2 className="text-xl">Biblioteca: esta semana</h2>
        {libros.length === 0 ? (
          <EmptyState message="No hay libros disponibles para esta semana. ¡Vuelve pronto!" />
        ) : (
          <ul className="grid gap-3">
            {libros.map((libro) => (
              <LibroCard key={libro.id} libro={libro} kept={false} descarga={null} onDownload={nothing} />
            ))}
          </ul>
        )}
        <h2 className="text-xl">Escucha: lo nuevo</h2>
        {episodios.length === 0 ? (
          <EmptyState message="Esta semana no hay episodio nuevo." />
        ) : (
          <Card as="div" flush>
            <ul>
              {episodios.map((episodio) => (
                <EpisodioRow key={episodio.id} episodio={episodio} onPlay={nothing}>
                  <Partes
                    de={nombreOfEpisodio(episodio)}
                    capitulos={episodio.capitulos as Capitulo[]}
                    transcripcion={
                      episodio.tiene_transcripcion
                        ? () => <Palabras html={episodio.transcripcion ?? ''} />
                        : undefined
                    }
                    onGo={nothing}
                  />
                </EpisodioRow>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </Telefono>
  )
}
