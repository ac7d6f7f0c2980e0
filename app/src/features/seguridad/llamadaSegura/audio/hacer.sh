#!/usr/bin/env bash
# Makes the two recordings of the safe call anew, beside this script. Needs espeak-ng, sox and ffmpeg.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# The voice, and the seconds of silence behind each sentence in which she answers.
say() { # name, pause, speed, pitch, text
  espeak-ng -v es-419+Annie -s "$3" -p "$4" -a 160 -g 2 -w "$1.raw.wav" "$5"
  sox "$1.raw.wav" -r 24000 -c 1 "$1.wav" gain -n -6 pad 0 "$2"
}
say 01 3.0 158 52 '¿Bueno? Hola, soy yo. ¿Me escuchas bien?'
say 02 4.0 160 55 'Qué bueno que contestas. Oye, ¿dónde andas?'
say 03 4.5 164 50 'Ah, ya. Mira, es que ya estamos todos aquí, esperándote.'
say 04 5.0 160 56 '¿Cuánto te falta para llegar?'
say 05 4.0 166 51 'Sí, no te preocupes. Yo salgo por ti, si quieres. Estoy muy cerca.'
say 06 5.0 160 54 'Dime por dónde vienes, y te encuentro en el camino.'
say 07 4.0 164 50 'Perfecto. Ya tengo tu ubicación en el teléfono, así que te voy siguiendo.'
say 08 5.5 160 55 '¿Y cómo te fue hoy? Cuéntame mientras caminas.'
say 09 4.5 162 51 'Ajá. Sí, claro, te entiendo.'
say 10 4.5 160 54 'Bueno. Ya voy saliendo de la casa, no cuelgues.'
say 11 4.0 164 52 'Sigo aquí contigo. ¿Todo bien por ahí?'
say 12 3.5 160 53 'Ya casi llego. Quédate en la línea, ¿sí?'
say 13 5.0 162 50 'Creo que ya te vi. Sí, ven para acá. Aquí te espero.'

# A telephone line: its narrow band, its compression, and a little of its noise underneath.
sox 01.wav 02.wav 03.wav 04.wav 05.wav 06.wav 07.wav 08.wav 09.wav 10.wav 11.wav 12.wav 13.wav voice.wav
sox voice.wav line.wav highpass 320 highpass 320 lowpass 3300 lowpass 3300 \
  compand 0.01,0.15 -60,-60,-35,-18,-12,-9,0,-7 3 -30 0.05 reverb 8 60 10 overdrive 3 8 gain -n -3
seconds=$(soxi -D line.wav)
sox -n -r 24000 -c 1 noise.wav synth "$seconds" pinknoise highpass 300 lowpass 3300 gain -46
sox -m -v 1 line.wav -v 1 noise.wav call.wav
ffmpeg -loglevel error -y -i call.wav -map_metadata -1 -fflags +bitexact -flags:a +bitexact -ac 1 -ar 16000 -b:a 24k "$here/llamada.mp3"

# The ring: eight soft struck notes, twice, and a pause; the app repeats it until she answers.
note() { # frequency, seconds, name
  sox -n -r 24000 -c 1 "$3.wav" synth "$2" sine "$1" synth "$2" sine mix "$(awk "BEGIN{print $1*2.99}")" \
    fade l 0.004 "$2" "$(awk "BEGIN{print $2*0.9}")" gain -n -4
}
i=0
list=()
for f in 659.3 784 987.8 784 880 1174.7 987.8 784; do
  i=$((i + 1)); note "$f" 0.19 "n$i"; list+=("n$i.wav")
done
sox "${list[@]}" phrase.wav
sox phrase.wav phrase.wav ring.wav reverb 18 50 40 pad 0 1.2 gain -n -2
ffmpeg -loglevel error -y -i ring.wav -map_metadata -1 -fflags +bitexact -flags:a +bitexact -ac 1 -ar 24000 -b:a 40k "$here/llamada-entrante.mp3"
