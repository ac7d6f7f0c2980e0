import { useState } from 'react'
import { messageOf } from '../../data/errors.ts'
import { useParams } from '../../lib/router.tsx'
import { Button } from '../../ui/Button.tsx'
import { Carta } from '../../ui/illustrations/Carta.tsx'
import { Calm } from './Calm.tsx'
import { confirmCorreo } from './confianza.ts'

/** Where the link of a confirming mail lands. Opening it does nothing, since mail scanners open links too. */
export function ConfirmCorreo() {
  const { clave = '' } = useParams()
  const [state, setState] = useState<'asks' | 'busy' | 'done' | 'gone'>('asks')
  const [failure, setFailure] = useState('')

  const confirm = async () => {
    setState('busy')
    setFailure('')
    try {
      setState((await confirmCorreo(clave)) ? 'done' : 'gone')
    } catch (failed) {
      setFailure(messageOf(failed))
      setState('asks')
    }
  }

  return (
    <div className="mx-auto grid w-full max-w-xl content-start gap-5 px-4 pt-1 pb-10">
      <meta name="robots" content="noindex, nofollow, noarchive" />
      {state === 'done' ? (
        <Calm title="Listo: tu correo recibe avisos" drawing={<Carta open className="w-44" />}>
          Ya puedes cerrar esta página. Si vienes de la otra, vuelve a ella: se actualiza sola.
        </Calm>
      ) : state === 'gone' ? (
        <Calm title="Este enlace ya no sirve" drawing={<Carta className="w-44" />}>
          Venció, o pediste otro después. Abre el correo más reciente, o pide uno nuevo en tu página de
          contacto.
        </Calm>
      ) : (
        <>
          <Calm title="¿Este correo es tuyo?" drawing={<Carta className="w-44" />}>
            Confírmalo para recibir aquí los avisos de quien te eligió como contacto de confianza. Si no sabes
            de qué se trata, cierra esta página: no te llega nada.
          </Calm>
          <p role="alert" className="text-alerta-texto empty:hidden">
            {failure}
          </p>
          <Button size="lg" wide busy={state === 'busy'} onClick={() => void confirm()}>
            Confirmar mi correo
          </Button>
        </>
      )}
    </div>
  )
}
