import { Archive, BookHeart, BookOpen, MoonStar, Music, Play } from 'lucide-react'
import { Button } from '../../components/button/Button.tsx'
import { EpisodioRow } from '../../components/content/EpisodioRow.tsx'
import { Partes } from '../../components/content/Partes.tsx'
import { SafeHtml } from '../../components/content/SafeHtml.tsx'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { LinkRow } from '../../components/layout/LinkRow.tsx'
import { playEpisodio } from '../../lib/device/player.ts'
import { nombreOfEpisodio } from '../../lib/text/episodio.ts'
import { sharedToasts, useSayFailure } from '../../lib/toast/sharedToasts.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { type Episodio, useEpisodios, useLatestEpisodio, useTranscripcion } from './episodios.ts'
import { Ondas } from './Ondas.tsx'

const NO_PODCAST = 'Error al cargar el podcast'
const NO_EPISODES = 'No se pudieron obtener los episodios. Inténtalo de nuevo más tarde.'

/** Starts an episode within the tap, or says that it has no sound. */
function listen(episodio: Episodio | null, from?: number): void {
  if (!episodio?.url_audio) {
    toast({ title: 'Episodio no disponible', variant: 'destructive' })
    return
  }
  const { id, url_audio: url, capitulos } = episodio
  playEpisodio({ id, titulo: nombreOfEpisodio(episodio), url, capitulos }, from)
}

export function Podcast() {
  const ultimo = useLatestEpisodio()
  const episodios = useEpisodios()
  useSayFailure(episodios.isLoadingError, NO_EPISODES, NO_PODCAST)

  const playLatest = async () => {
    if (ultimo.data !== undefined) return listen(ultimo.data)
    const { data } = await ultimo.refetch()
    if (data !== undefined) listen(data)
    else toast({ title: NO_PODCAST, description: NO_EPISODES, variant: 'destructive' })
  }

  return (
    <div className="mx-casa grid max-w-6xl gap-8 px-4 pt-5 pb-6 md:px-8 md:pt-10">
      <h1 className="sr-only">Podcast</h1>
      <section
        aria-labelledby="escucha"
        className="relative grid gap-5 overflow-hidden rounded-tile bg-jacaranda p-5 text-sobre-jacaranda md:p-8 lg:px-10"
      >
        <Ondas className="absolute -top-6 -right-8 w-40 md:w-64 lg:-top-10 lg:right-10 lg:w-96" />
        <div className="relative grid max-w-[16rem] gap-1.5 pt-16 md:max-w-sm md:pt-10">
          <h2 id="escucha" className="text-3xl md:text-4xl">
            Escucha
          </h2>
          <p className="text-balance text-sobre-jacaranda-suave">
            Voces de mujeres que acompañan, mientras haces lo tuyo.
          </p>
        </div>
        <div className="relative grid gap-2.5 sm:justify-items-start">
          <Button
            size="lg"
            className="bg-white! text-left! text-jacaranda!"
            icon={<Play aria-hidden="true" className="size-5 shrink-0 fill-current" />}
            busy={ultimo.isFetching && ultimo.data === undefined}
            onClick={() => void playLatest()}
          >
            Reproducir episodio más reciente
          </Button>
          <div className="-ml-3 flex flex-wrap gap-x-2 gap-y-1">
            <Button
              look="quiet"
              className="text-sobre-jacaranda! hover:bg-white/15!"
              icon={<Archive aria-hidden="true" className="size-5" />}
              onClick={() => toast(sharedToasts.proximamente)}
            >
              Archivo de episodios
            </Button>
            <Button
              look="quiet"
              className="text-sobre-jacaranda! hover:bg-white/15!"
              icon={<Music aria-hidden="true" className="size-5" />}
              onClick={() => toast(sharedToasts.proximamente)}
            >
              Escucha nuestras canciones
            </Button>
          </div>
        </div>
      </section>
      <div className="flex flex-wrap items-start gap-8 max-xl:in-turn">
        <section aria-labelledby="episodios" className="grid min-w-0 grow-999 basis-md gap-3">
          <h2 id="episodios" className="text-xl">
            Últimos episodios
          </h2>
          <QueryView
            query={episodios}
            errorMessage={`${NO_PODCAST}. ${NO_EPISODES}`}
            empty="Todavía no hay episodios. Muy pronto escucharás el primero."
          >
            {(list) => (
              <Card as="div" flush>
                <ul>
                  {list.map((episodio) => (
                    <EpisodioRow key={episodio.id} episodio={episodio} onPlay={() => listen(episodio)}>
                      <Partes
                        de={nombreOfEpisodio(episodio)}
                        capitulos={episodio.capitulos}
                        transcripcion={
                          episodio.tiene_transcripcion ? () => <Transcripcion id={episodio.id} /> : undefined
                        }
                        onGo={(segundo) => listen(episodio, segundo)}
                      />
                    </EpisodioRow>
                  ))}
                </ul>
              </Card>
            )}
          </QueryView>
        </section>
        {/* Beside a list that is short as often as long, so that nothing of the page stands empty. */}
        <section aria-labelledby="ademas" className="grid min-w-0 grow basis-[22rem] gap-3">
          <h2 id="ademas" className="text-xl">
            Si hoy prefieres otra cosa
          </h2>
          <Card flush>
            {ADEMAS.map((row) => (
              <LinkRow key={row.to} {...row} />
            ))}
          </Card>
        </section>
      </div>
    </div>
  )
}

const ADEMAS = [
  { to: '/biblioteca', icon: BookOpen, label: 'Leer', description: 'Los libros de esta semana' },
  { to: '/holistica', icon: MoonStar, label: 'Respirar', description: 'Meditaciones, rituales y tarot' },
  { to: '/diario-emocional', icon: BookHeart, label: 'Escribir', description: 'Tu diario, solo para ti' },
] as const

function Transcripcion({ id }: { id: string }) {
  return (
    <QueryView
      query={useTranscripcion(id)}
      errorMessage="No se pudo cargar la transcripción."
      isEmpty={() => false}
      empty={null}
    >
      {(texto) => <SafeHtml html={texto} from={4} className="texto gap-2! text-[0.9375rem] wrap-anywhere" />}
    </QueryView>
  )
}
