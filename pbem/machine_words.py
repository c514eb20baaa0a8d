"""By which words, in which languages, do bounces and automatic replies speak? Tables only, used by pbem.machine_mail."""

import re

AWAY_SUBJECT = re.compile(
    r"\s*(\[?(auto|automatic|automated)[ -]?(re(ply|sponse|spond)|antwort|svar)\]?|auto: |out of (the )?office|ooo\b"
    r"|away from (the )?office|on (vacation|leave|holiday)|vacation (reply|response)|abwesenheits|automatische (antwort|e-?mail)"
    r"|abwesend|nicht im (büro|haus)|urlaub:?|réponse automatique|absence du bureau|message d'absence|absent du bureau"
    r"|respuesta automática|fuera de (la )?oficina|resposta automática|ausência temporária|fora do escritório"
    r"|risposta automatica|fuori (sede|ufficio)|assente|automatisch(e)? (antwoord|beantwoord|bericht)|afwezig"
    r"|autosvar|automatiskt svar|automatisk svar|frånvaro|fraværs|ikke til stede|automaattinen vastaus|poissa"
    r"|autoodpowiedź|automatyczna odpowiedź|odpowiedź automatyczna|nieobecność|автоответ|автоматический ответ|отсутстви"
    r"|automatická odpověď|mimo kancelář|automatikus válasz|otomatik (yanıt|cevap)|自動返信|自動応答|不在|自动(回复|答复)"
    r"|自動(回覆|回復)|자동 ?(회신|응답)|부재중|αυτόματη απάντηση|מענה אוטומטי|رد تلقائي|răspuns automat|автоматична відповідь)",
    re.IGNORECASE,
)

AWAY = re.compile(
    r"i('m| am| will be) (currently |now )?(out of (the |my )?(office|country|town)|away( from| until| on)|on (annual |parental |maternity |sick )?(leave|vacation|holiday))"
    r"|(currently|will be) out of (the )?office|limited access to (my )?e-?mail|automat(ic|ed) (reply|response|e-?mail|message)"
    r"|thank you for your (e-?mail|message).{0,80}(away|out|leave|vacation|soon as)|this is an auto"
    r"|ich bin (derzeit|zur ?zeit|momentan|bis|vom|ab|im|am|leider|aktuell|gerade).{0,60}(nicht|abwesend|urlaub|erreichbar)|im urlaub|nicht im (büro|haus)"
    r"|automatisch (generiert|erstellt|erzeugt)|je (suis|serai) (actuellement )?(absent|en congé|en vacances|hors)|absente? du bureau"
    r"|estoy (fuera|ausente|de vacaciones)|estaré (fuera|ausente|de vacaciones)|fuera de la oficina|estou (fora|ausente|de férias)"
    r"|estarei (fora|ausente|de férias)|sono (fuori|assente|in ferie)|sarò (fuori|assente|in ferie)|ik ben (momenteel )?(afwezig|met vakantie|niet op kantoor|op vakantie)"
    r"|jag är (borta|på semester|inte på kontoret|ledig|frånvarande)|jeg er (på ferie|ikke på kontoret|bortreist|fraværende|ude af)"
    r"|olen (lomalla|poissa)|jestem (nieobecn|na urlopie|poza biurem)|przebywam na urlopie|я (в отпуске|отсутствую|буду отсутствовать)"
    r"|nacházím se mimo|jsem na dovolené|szabadságon vagyok|ofis dışında|izindeyim|不在にしております|不在です|休暇|不在办公室|休假|부재중|휴가",
    re.IGNORECASE,
)

BOUNCE_SUBJECT = re.compile(
    r"(undeliver(ed|able)|delivery (status notification|(has )?failed|failure|problem|report|error|delayed|incomplete)|failure notice|returned mail"
    r"|mail (delivery|could not|system error|undeliverable)|message (not delivered|delayed|undeliverable|delivery|could not)|non[- ]?delivery|could not (be delivered|send)"
    r"|warning: (could not send|message)|unzustellbar|nicht zugestellt|nicht zustellbar|zustellung|fehlgeschlagen|non remis|échec de (la )?remise|non délivré|no se (puede|pudo) entregar"
    r"|no entregado|não entregue|falha na entrega|impossibile recapitare|non recapitabile|mancato recapito|onbestelbaar|niet bezorgd|olevererbart|kunde inte levereras"
    r"|kan ikke leveres|не доставлено|недоставлен|niedostarczon|nie można dostarczyć|配信不能|配信できません|退信|无法(投递|传递)|undelivered)",
    re.IGNORECASE,
)

BOUNCE_TEXT = re.compile(
    r"this is the qmail-send program|message (that you sent )?could not be delivered|was not delivered to|user unknown|unknown user|no such (user|mailbox|recipient)"
    r"|mailbox (is full|unavailable|not found|quota)|over quota|address(es)? had (permanent|transient)|had permanent fatal errors|undeliverable|delivery to the following"
    r"|recipient address rejected|unrouteable address|550[ -]5\.\d|554[ -]5\.\d|does not exist|permanent error|could not be sent|konnte nicht zugestellt|nicht zugestellt werden"
    r"|n'a pas pu être (remis|délivré)|no se ha podido entregar|could not deliver|unable to deliver|has not yet been delivered|returned to sender",
    re.IGNORECASE,
)

DELAYED = re.compile(
    r"delayed|will (be retried|continue to (try|retry)|keep trying)|still being retried|not (yet )?been delivered (for|after|in)|warning message only|no action is required"
    r"|transient|temporar(y|ily)|you do not need to resend|verzögert|noch nicht zugestellt|4\.\d\.\d|retry (timeout|until)|greylist|mailbox (is )?full|over quota",
    re.IGNORECASE,
)

FOR_GOOD = re.compile(
    r"permanent(ly)?\b|user unknown|unknown user|no such (user|mailbox|recipient)|does not exist|unrouteable|i've given up|\b55\d[ -]5\.\d\.\d|\b550\b|has been disabled|address rejected",
    re.IGNORECASE,
)
