import { QueryView } from '../../components/feedback/QueryView.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageTitle } from '../../components/layout/PageTitle.tsx'
import { useComunicados } from '../../lib/member/comunicados.ts'
import { readable } from '../../lib/text/readable.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import { DevicePushSection } from './DevicePushSection.tsx'
import { EncuentroCard } from './EncuentroCard.tsx'
import { byMonth, useEncuentros } from './encuentros.ts'

/** What the team tells her, and the events and workshops to come. */
export function Novedades() {
  const comunicados = useComunicados()
  const encuentros = useEncuentros()
  return (
    <div className="mx-casa in-turn grid max-w-2xl items-start gap-6 px-4 pt-5 pb-6 md:px-8 md:pt-10 lg:max-w-6xl lg:grid-cols-[3fr_2fr] lg:gap-x-8">
      <header className="col-span-full grid gap-1">
        <PageTitle>Novedades</PageTitle>
        <p className="text-tinta-suave">Lo que cuenta el equipo, y los eventos y talleres que vienen.</p>
      </header>
      <section aria-labelledby="encuentros" className="grid gap-3">
        <h2 id="encuentros" className="text-2xl">
          Eventos y talleres
        </h2>
        <p className="text-[0.9375rem] text-tinta-suave">
          Nadie ve que te apuntaste: las demás no, y el equipo solo cuántas son. Las horas son las de tu
          reloj.
        </p>
        <QueryView
          query={encuentros}
          errorMessage="No se pudieron cargar los eventos."
          empty="Todavía no hay eventos por venir."
        >
          {(list) =>
            byMonth(list).map(([month, those]) => (
              <section key={month} aria-label={month} className="grid gap-3">
                <h3 className="font-sans font-semibold text-base first-letter:uppercase">{month}</h3>
                {those.map((encuentro) => (
                  <EncuentroCard key={encuentro.id} encuentro={encuentro} />
                ))}
              </section>
            ))
          }
        </QueryView>
      </section>
      <div className="in-turn grid gap-6">
        <section aria-labelledby="del-equipo" className="grid gap-3">
          <h2 id="del-equipo" className="text-2xl">
            Del equipo
          </h2>
          <QueryView
            query={comunicados}
            errorMessage="No se pudo cargar lo que cuenta el equipo."
            empty={<p className="text-tinta-suave">Por ahora no hay nada nuevo.</p>}
          >
            {(list) =>
              list.map(({ id, titulo, texto, desde }) => (
                <Card as="article" key={id} className="grid gap-1.5">
                  <h3 className="text-xl wrap-anywhere">{readable(titulo)}</h3>
                  <p className="text-sm text-tinta-suave">{longFecha(new Date(desde))}</p>
                  <p className="whitespace-pre-line wrap-anywhere">{readable(texto)}</p>
                </Card>
              ))
            }
          </QueryView>
        </section>
        <DevicePushSection />
      </div>
    </div>
  )
}
