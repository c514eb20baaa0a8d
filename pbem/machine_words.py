"""By which words, in which languages, do bounces and automatic replies speak?  Tables for
pbem.machine_mail."""

from pbem.phrases import Phrases

AWAY_SUBJECT = Phrases(
    r"\s*(\[?(auto|automatic|automated)[ -]?(re(ply|sponse|spond)|antwort|svar)\]?|auto: "
    r"|out of (the )?office|ooo\b"
    r"|away from (the )?office|on (vacation|leave|holiday)|vacation (reply|response)|abwesenheits"
    r"|automatische (antwort|e-?mail)"
    r"|abwesend|nicht im (büro|haus)|urlaub:?|réponse automatique|absence du bureau|message d'absence"
    r"|absent du bureau"
    r"|respuesta automática|fuera de (la )?oficina|resposta automática|ausência temporária|fora do escritório"
    r"|risposta automatica|fuori (sede|ufficio)|assente|automatisch(e)? (antwoord|beantwoord|bericht)|afwezig"
    r"|autosvar|automatiskt svar|automatisk svar|frånvaro|fraværs|ikke til stede|automaattinen vastaus|poissa"
    r"|autoodpowiedź|automatyczna odpowiedź|odpowiedź automatyczna|nieobecność|автоответ"
    r"|автоматический ответ|отсутстви"
    r"|automatická odpověď|mimo kancelář|automatikus válasz|otomatik (yanıt|cevap)|自動返信|自動応答"
    r"|不在|自动(回复|答复)"
    r"|自動(回覆|回復)|자동 ?(회신|응답)|부재중|αυτόματη απάντηση|מענה אוטומטי|رد تلقائي|răspuns automat"
    r"|автоматична відповідь)",
)

AWAY = Phrases(
    r"i('m| am| will be) (currently |now )?(out of (the |my )?(office|country|town)|away( from| until"
    r"| on)|on (annual |parental |maternity |sick )?(leave|vacation|holiday))"
    r"|(currently|will be) out of (the )?office|limited access to (my )?e-?mail|automat(ic|ed) (reply"
    r"|response|e-?mail|message)"
    r"|thank you for your (e-?mail|message).{0,80}(away|out|leave|vacation|soon as)|this is an auto"
    r"|ich bin (derzeit|zur ?zeit|momentan|bis|vom|ab|im|am|leider|aktuell|gerade).{0,60}(nicht|abwesend"
    r"|urlaub|erreichbar)|im urlaub|nicht im (büro|haus)"
    r"|automatisch (generiert|erstellt|erzeugt)|je (suis|serai) (actuellement )?(absent|en congé"
    r"|en vacances|hors)|absente? du bureau"
    r"|estoy (fuera|ausente|de vacaciones)|estaré (fuera|ausente|de vacaciones)|fuera de la oficina"
    r"|estou (fora|ausente|de férias)"
    r"|estarei (fora|ausente|de férias)|sono (fuori|assente|in ferie)|sarò (fuori|assente|in ferie)"
    r"|ik ben (momenteel )?(afwezig|met vakantie|niet op kantoor|op vakantie)"
    r"|jag är (borta|på semester|inte på kontoret|ledig|frånvarande)|jeg er (på ferie|ikke på kontoret"
    r"|bortreist|fraværende|ude af)"
    r"|olen (lomalla|poissa)|jestem (nieobecn|na urlopie|poza biurem)|przebywam na urlopie|я (в отпуске"
    r"|отсутствую|буду отсутствовать)"
    r"|nacházím se mimo|jsem na dovolené|szabadságon vagyok|ofis dışında|izindeyim|不在にしております"
    r"|不在です|休暇|不在办公室|休假|부재중|휴가",
)

BOUNCE_SUBJECT = Phrases(
    r"(undeliver(ed|able)|delivery (status notification|(has )?failed|failure|problem|report|error"
    r"|delayed|incomplete)|failure notice|returned mail"
    r"|mail (delivery|could not|system error|undeliverable)|message (not delivered|delayed|undeliverable"
    r"|delivery|could not)|non[- ]?delivery|could not (be delivered|send)"
    r"|warning: (could not send|message)|unzustellbar|nicht zugestellt|nicht zustellbar|zustellung"
    r"|fehlgeschlagen|non remis|échec de (la )?remise|non délivré|no se (puede|pudo) entregar"
    r"|no entregado|não entregue|falha na entrega|impossibile recapitare|non recapitabile"
    r"|mancato recapito|onbestelbaar|niet bezorgd|olevererbart|kunde inte levereras"
    r"|kan ikke leveres|не доставлено|недоставлен|niedostarczon|nie można dostarczyć|配信不能"
    r"|配信できません|退信|无法(投递|传递)|undelivered)",
)

BOUNCE_TEXT = Phrases(
    r"this is the qmail-send program|message (that you sent )?could not be delivered"
    r"|was not delivered to|user unknown|unknown user|no such (user|mailbox|recipient)"
    r"|mailbox (is full|unavailable|not found|quota)|over quota|address(es)? had (permanent|transient)"
    r"|had permanent fatal errors|undeliverable|delivery to the following"
    r"|recipient address rejected|unrouteable address|550[ -]5\.\d|554[ -]5\.\d|does not exist"
    r"|permanent error|could not be sent|konnte nicht zugestellt|nicht zugestellt werden"
    r"|n'a pas pu être (remis|délivré)|no se ha podido entregar|could not deliver|unable to deliver"
    r"|has not yet been delivered|returned to sender",
)

DELAYED = Phrases(
    r"delayed|will (be retried|continue to (try|retry)|keep trying)|still being retried"
    r"|not (yet )?been delivered (for|after|in)|warning message only|no action is required"
    r"|transient|temporar(y|ily)|you do not need to resend|verzögert|noch nicht zugestellt|4\.\d\.\d"
    r"|retry (timeout|until)|greylist|mailbox (is )?full|over quota",
)

FOR_GOOD = Phrases(
    r"permanent(ly)?\b|user unknown|unknown user|no such (user|mailbox|recipient)|does not exist"
    r"|unrouteable|i've given up|\b55\d[ -]5\.\d\.\d|\b550\b|has been disabled|address rejected",
)

FAILED = Phrases(
    r"fail|undeliver|could not|unable|(not|never) (be )?(delivered|reach)|did not reach|returned|error"
    r"|unzustellbar"
    r"|nicht (zugestellt|zustellbar)|non (remis|recapit)|no (entregado|se ha)|não entregue|onbestelbaar"
    r"|配信|退信",
)
