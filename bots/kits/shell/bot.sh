#!/bin/sh
# A whole bot: plays any of the legal actions. Run it with: arena bridge sh bot.sh
while read -r line; do
    case $line in *'"type":"turn"'*)
        legal=${line#*'"legal":["'}
        printf '%s\n' "${legal%%'"]'*}" | sed 's/","/\n/g' | shuf -n 1
    esac
done
