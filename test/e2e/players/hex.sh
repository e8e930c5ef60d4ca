#!/bin/sh
# A player of Hex that is not ours, in the old dialect: the first empty cell, or, called with `last`, the last one.
# Called with `swap` it swaps after the first move, and takes the last cell in all other moves.
taken=' '
while read -r line; do
  case $line in
  r*)
    size=${line#r}
    size=${size%%-*}
    ;;
  '>'*) taken="$taken${line#?} " ;;
  '?')
    chosen=
    for row in a b c d e f g h; do
      [ "$(printf '%d' "'$row")" -lt $((97 + size)) ] || break
      column=1
      while [ "$column" -le "$size" ]; do
        case $taken in
        *" $row$column "*) ;;
        *) [ -n "$1" ] && [ "$1" != first ] || [ -z "$chosen" ] && chosen=$row$column ;;
        esac
        column=$((column + 1))
      done
    done
    case $1,$taken in
    swap,' '[a-h]?' ') chosen=swap ;;
    esac
    echo "$chosen"
    ;;
  '+' | '-' | '#') exit 0 ;;
  '!') exit 1 ;;
  esac
done
