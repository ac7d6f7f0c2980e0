import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { SafeHtml } from '../../components/content/SafeHtml.tsx'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Collapsible } from '../../components/layout/Collapsible.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import { toast } from '../../lib/toast/toast.tsx'
import {
  NO_HAY,
  NO_SE_CARGARON,
  tellResponsible,
  useAcceptPolitica,
  useCambios,
  usePolitica,
} from './politicas.ts'

/** A later version than the one she accepted: read and accept it, or go where nothing is asked. */
export function VersionNueva({ id }: { id: string }) {
  const politica = usePolitica(id)
  const cambios = useCambios(id)
  const acceptPolitica = useAcceptPolitica()

  const accept = () =>
    acceptPolitica.mutate(id, {
      onError: (failure) =>
        toast({ title: 'No se pudo guardar', description: messageOf(failure), variant: 'destructive' }),
    })

  return (
    <div className="mx-casa grid w-full max-w-2xl gap-5 px-4 pt-5 pb-8 md:px-8 md:pt-10">
      <header className="grid gap-2">
        <h1 className="text-3xl md:text-4xl">Cambió nuestro aviso legal</h1>
        <p className="text-tinta-suave">
          Léelo con calma antes de continuar: dice qué guardamos y quién lo ve.
        </p>
      </header>
      <Link to="/seguridad" className={buttonClass({ look: 'secondary', wide: true })}>
        <ShieldCheck aria-hidden="true" className="size-5 shrink-0" />
        Ir a Seguridad sin aceptar nada
      </Link>
      <QueryView query={politica} errorMessage={NO_SE_CARGARON} empty={NO_HAY}>
        {({ titulo, version, contenido, publicada_en }) => (
          <Card className="grid gap-4">
            <div className="grid gap-1">
              <h2 className="text-xl">{titulo}</h2>
              <p className="text-tinta-suave">
                Versión {version}, publicada el {longFecha(new Date(publicada_en))}
              </p>
            </div>
            {cambios.data && cambios.data.length > 0 && (
              <section aria-labelledby="que-cambio" className="grid gap-2">
                <h3 id="que-cambio" className="font-sans font-semibold text-base">
                  Qué cambió
                </h3>
                {cambios.data.map(({ version: changed, que_cambio }) => (
                  <p key={changed} className="whitespace-pre-line wrap-anywhere">
                    {cambios.data.length > 1 && <span className="text-tinta-suave">Versión {changed}: </span>}
                    {que_cambio}
                  </p>
                ))}
              </section>
            )}
            <p className="rounded-card bg-hundido p-4 wrap-anywhere">{tellResponsible()}</p>
            <Collapsible title="Leer el texto completo">
              <SafeHtml html={contenido} className="texto" />
            </Collapsible>
            <Button size="lg" busy={acceptPolitica.isPending} onClick={accept}>
              Acepto y continúo
            </Button>
            <p className="text-sm text-tinta-suave">
              Si no estás de acuerdo, en{' '}
              <Link to="/perfil" className="underline underline-offset-2">
                tu perfil
              </Link>{' '}
              puedes llevarte tus datos y eliminar tu cuenta.
            </p>
          </Card>
        )}
      </QueryView>
    </div>
  )
}
