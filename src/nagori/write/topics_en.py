"""The English words by which a statement shows what it is about.

A frame tells the topic and nothing else; a sign tells it too, but is part of what is stated.
"""

FRAMES = {
    "home": r"(?:liv(?:es?|ed)|(?<!a )living|resid(?:e|es|ing|ent)|(?:am|is|'m|'s|are"
    r"|'re) based|settl(?:ed|ing)|mov(?:ed?|es|ing)(?: (?:house|home|flats?))?|relocat(?:ed?"
    r"|ing)|emigrat(?:ed?|ing))(?: (?:back|over|down|up|out|away))?(?: (?:in|to|into|at|near"
    r"|with|here|from))?\b|home is|is home|'s home|home for me|new (?:place|flat|house"
    r"|apartment)|flat|apartment|condo|(?:got|have|pick(?:ed)? up) the keys|address|postcode"
    r"|zip code|house|(?:one|two|three|four|\d) bed(?:room)?s?|studio|our place|my place"
    r"|bungalow|houseboat|floor|landed in|care home|new home|it's home|(?:i'm|am|'re"
    r"|are) in(?= (?:a|the)? ?[a-z]+ now)|signed (?:a lease|for a flat)|upped sticks|(?:left"
    r"|leaving) \w+ for good|(?:it's|it is) \w+ for me|keys to|lease|tenancy|flatshare"
    r"|house[ -]?share|cottage|caravan park|back at my (?:folks'|mum's|parents')|back (?:with"
    r"|at) my|the city for|staying (?:with|at)|crashing (?:with|at)|lodg(?:er|ing)|roots"
    r"|hometown|suburbs|countryside|neighbou?rhood|borough|made the move|the move to"
    r"|moved? (?:away|across)|moving day",
    "work": r"(?:i|user|to|don't|doesn't|not) work(?:s|ed|ing)?(?= (?:at|for|with|in"
    r"|as)\b|$|[.,])|works?(?= (?:at|for|with|in|as|nights|part)\b)|work(?:ing|ed) (?:at|for"
    r"|with)|plumbing is what i do|(?:i'm|i am) (?:still )?at (?!my|the|a|home|least|work"
    r"|risk)(?=[a-z])|employ(?:er|ed|ee)|(?:new|old|my|her|his|a|the|day) job(?! interview)"
    r"|hired|company|day job|joined|joining|(?:first|last) (?:day|week|month) at|start(?:ed|ing"
    r"|s)? (?:at|with)|resign(?:ed)?|laid off|redundan(?:t|cy)|got fired|for a living|career"
    r"|startup|workplace|poached|gig(?= (?:at|with)|:)|let me go|laid me off|run my own"
    r"|own (?:business|company|cafe|shop|studio)|jumped ship|contract|freelance"
    r"|(?:an? )?offer (?:from|at)|on board(?:ed)?|onboarding|shop floor|office|notice(?= (?:at"
    r"|on|to))|agency|firm|got the sack|sacked|between jobs|unemployed|out of work|probation"
    r"|(?:i'm|i am) with (?=[a-z]+[,.]|[a-z]+ [a-z]+[,.])|call desk|new badge|payroll at",
    "job": "promot(?:ed|ion)|made me|job title|my role|work(?:s|ed|ing)? as|became a"
    "|qualified as|qualified|shift|manage(?:s|d)? a team|freelanc(?:e|es|ing)|self-employed"
    "|started my own|own business|made partner|retrain(?:ing|ed)?(?: as)?|off the tools"
    "|in charge of|bumped me up|stepped (?:down|up)|demoted|acting|head of|lead on|took over as"
    "|new role",
    "name": "call(?:s|ed)? me|(?:wants )?(?:to )?be called|my (?:nick)?name(?:'s)?"
    "|(?<!her )(?<!his )(?<!its )(?<!their )name(?:'s| is)|(?<!he)(?<!it)'s called|(?:is|am|are"
    "|i'm) called|goes? by|nickname|surname|username|handle|gamertag|is spel(?:t|led)"
    "|names? (?:is|are)|renamed|re-named|named the|new name|name change|maiden name|rename"
    "|named (?:him|her|it)|go by|calling me|call(?:ed)? me|known as|my name|new handle|pen name"
    "|stage name|pronouns?",
    "age": r"years? old|turn(?:s|ed|ing)?(?= \d)|my age|birthday (?:yesterday|today)"
    r"|candles|the big (?:\d0|four-oh|three-oh|five-oh)|four-oh|three-oh|five-oh|the big \d-?\d"
    r"|my \d0th|(?<!\d)\d\d today|had my \d\dth|another year older|in my (?:twenties|thirties"
    r"|forties)|birthday was",
    "birthday": "birthday|born(?: (?:in|on))?|b-?day",
    "partner": r"dat(?:ing|ed?)|seeing (?:a|this|some)\b|going out with|together with"
    r"|engagement|broke up|split up|broken up|tied the knot|in a relationship|(?:have|got"
    r"|has) a (?:new )?(?:boyfriend|girlfriend|partner)|my (?:new )?(?:boyfriend|girlfriend) is"
    r"|just friends|it's over|called it a day|seeing someone|met someone|dumped|on the market"
    r"|asked me out|popped the question|proposed|said yes|ring on|exclusive|official with"
    r"|living with (?=my)|moved in with|split|ex now|on a break|got back together|back together"
    r"|taken\b|tinder|hinge|an item|couple",
    "phone": "(?:mobile |cell ?)?phone|handset",
    "computer": "laptop|computer|pc|desktop|work machine",
    "tablet": "tablet",
    "watch": r"(?:my|new|a|wear) (?:\w+ )?watch|smartwatch",
    "carrier": "phone (?:plan|contract|provider|company)|mobile network|sim card"
    "|broadband|internet|wifi|isp",
    "car": "driv(?:e|es|er|ing)|drove|car|dealer",
    "diet": "diet|(?:eat(?:s|ing)?|off|back on|fine with)(?= (?:red )?(?:meat|fish"
    "|gluten|dairy|sugar|bread|carbs))|no (?:dairy|bread|carbs|sugar|meat|gluten|alcohol)|bread"
    "|bacon|eat(?:s|ing)? (?:clean|everything|meat)|intermittent|calories|lactose|macros",
    "alcohol": "teetotal(?:l?er)?|sober|alcohol|booze|drinker|(?:don't|doesn't|do not"
    "|never) drink|on the wagon",
    "smoking": "smok(?:e|es|ed|er|ing)|cigarettes?|fags?|vap(?:e|es|ed|ing)|nicotine|pack a day",
    "coffee": "coffees?|caffeine|espresso|lattes?|flat whites?|americanos?",
    "commute": r"commut(?:e|es|ed|ing)|to (?:work|the office|school|uni|town)\b"
    r"|into (?:town|work)|(?:morning|my|the \d+:\d+) train",
    "rent": "rent(?:s|ed)?|mortgage",
    "pay": "salary|wage|earn(?:s|ed)?|pay rise|get paid|make a year|day rate"
    "|hourly rate|charge(?:s)?|rate(?:'s)?|pocket money|allowance",
    "wake": "(?:am|'m|i'm|is|be) up(?= (?:at|by|around|before))|got up(?= at)|get(?:s"
    "|ting)? up|wak(?:e|es|ing) up|woke up|alarm|out of bed|(?:early )?riser|wake",
    "sleep": "go(?:es)? to (?:bed|sleep)|bed ?time|asleep by|in bed by|turn in",
    "hours": "start(?:s)? (?:work )?at|finish(?:es)? (?:work )?(?:at|by)|shifts?"
    "|days? off|work(?:ing)? (?:nights|days|weekends|part[ -]time|full[ -]time)|part[ -]time"
    "|full[ -]time",
    "project": r"project|(?:work(?:ing)?|i'm|put me|are|am) on (?:the|a)\b|assigned"
    r"|pulled off|(?:writing|building|coding) (?:a|my|the|an)\b|thesis|dissertation|topic"
    r"|shipped|next up|put me on|moved (?:onto|to) the|novel|screenplay|manuscript|launch(?:ed"
    r"|ing)?|migration|sprint|side project|client work|campaign|redesign|prototype|album"
    r"|painting a|working (?:on|with)",
    "study": "stud(?:y|ies|ying|ied|ent)|major(?:ing)?|degree|uni(?:versity)?|college"
    "|phd|masters|course|graduat(?:e|ed|ing)|nursing school|final year|(?:first|second"
    "|third) year|med(?:ical)? school|law school|school of|semester|thesis|master's"
    "|apprenticeship|bootcamp|training as|training to be",
    "grade": r"year(?= \d)|grade|class\b|kindergarten|nursery|primary school|high school"
    r"|reception",
    "flying": "flying|planes?|airplanes?",
    "trip": "trip|holidays?|vacation|flight|fl(?:y|ies|ying|ew)|travel(?:l?ing)?"
    "|(?:going|go|off) to|doing(?= [a-z]+ (?:in|this|next|instead))|honeymoon|getaway|visiting"
    "|booked|book",
    "wedding": "wedding|getting married|marry",
    "dentist": "dentist|dental|root canal|filling|teeth|tooth",
    "doctor": "doctor(?:'s)?|gp|check[ -]?up|physio|optician|eye test|scan|hospital"
    "|surgery|therapist|therapy|vaccine|jab",
    "haircut": "hair ?cut|hairdresser|barber",
    "interview": "interview",
    "exam": "exams?|(?:driving )?tests?|finals|resit",
    "meeting": "meeting|stand-?up|call with|sprint|review|1:1|one-to-one|catch-?up",
    "party": "party|dinner|drinks|barbecue|bbq|reunion",
    "delivery": "deliver(?:y|ed|ies)",
    "tickets": "tickets?|concert|gig|festival|show",
    "class": "lessons?|classes|course|club|choir|training",
    "gym": "gym|membership|personal trainer",
    "weight": "weigh(?:s|ed)?|kilos?|kg|pounds|lbs|stone",
    "height": "tall|foot|height|cm|feet",
    "glasses": "glasses|contact lenses|contacts|short[ -]sighted|prescription",
    "hair": "hair|fringe|bangs|dreadlocks|beard|moustache",
    "hand": "(?:left|right)[ -]hand(?:ed|er)?|southpaw|lefty",
    "allergy": "allerg(?:y|ic|ies)|intoleran(?:t|ce)|hives|epipen",
    "fear": "scared|afraid|terrif(?:y|ies|ied|ying)|fear|phobia|frighten(?:s|ed)?"
    "|freak(?:s)? me out",
    "illness": "diagnosed(?: with)?|condition|chronic|suffers? from",
    "injury": r"(?:broke|broken|sprain(?:ed)?|fractured?|tore|twisted) (?:my|a|his|her"
    r"|their|two)\b|injur(?:y|ed)|surgery|operation|operated",
    "medicine": r"(?:take|takes|taking|on) (?:\w+ )?(?:pills?|tablets|medication|meds)"
    r"|prescri(?:bed|ption)",
    "boss": "boss|line manager|report(?:s|ing)? to",
    "baby": "had (?:her|the|our|my|a) baby|baby|pregnan(?:t|cy)|due(?= (?:in|on))"
    "|expecting|ttc|trying for a baby|give birth|gave birth",
    "language": "speaks?|speaking|fluent|get by in|languages?|duolingo|bilingual|native speaker",
    "learning": "learn(?:s|ing|t|ed)?|pick(?:ing)? up|teach(?:ing)? myself|taking up",
    "team": "support(?:s|er|ing)?|root(?:s|ing)? for|fan of|my team|season ticket",
    "origin": "grew up|raised|from (?=[a-z]+$)|hometown|home town|originally|native of"
    "|born and bred",
    "faith": "relig(?:ion|ious)|faith|believ(?:e|es) in",
    "reading": "read(?:s|ing)?(?= )|book club|novel",
    "series": "watch(?:ing|ed)|series|season|binge(?:ing|d)?",
    "shop": "(?:food|grocery|weekly) shop(?:ping)?|groceries|supermarkets?"
    "|do my shop(?:ping)?|takeaway|order from",
    "zodiac": "zodiac|star sign|year of the",
    "system": "os|operating system|distro",
    "gaming": "gam(?:er|ing)|gamertag|console",
    "run": "runs?|running|runner|ran|jog(?:s|ging|ger)?|parkrun|marathons?",
    "army": "army|military|navy|marines|soldier|served",
    "pilot": "pilot|flight school|flying lessons",
    "cook": "cook(?:s|ed|ing)?|bak(?:e|es|ed|ing)|kitchen",
    "hike": "hik(?:e|es|ed|ing)|trekking",
    "climb": "climb(?:s|ed|ing)?|bouldering",
    "fish": "fishing|angler|angling",
    "garden": "garden(?:s|ing|er)?|allotment",
    "sing": "sing(?:s|er|ing)?|choir|karaoke|sang",
    "dance": "danc(?:e|es|ed|er|ing)|salsa|ballet|tango",
    "paint": "paint(?:s|er|ing|ings)?|watercolou?rs?|draw(?:s|ing)?|sketch(?:ing)?",
    "photo": "photo(?:s|graphy|grapher)?|camera",
    "knit": "knit(?:s|ting)?|crochet(?:ing)?|sew(?:s|ing)?",
    "yoga": "yoga|pilates",
    "football": "football(?:er)?|soccer|five-a-side|footie",
    "tennis": "tennis(?: court)?",
    "basketball": "basketball|hoops",
    "badminton": "badminton",
    "sleepless": "insomnia(?:c)?|barely sleep|can't sleep|sleep badly|awake all night",
    "headache": "headaches?|migraines?",
    "noisy": "nois[ey]|loud",
    "spicy": "spicy|chill?i(?:es)?|hot sauce",
    "seafood": "seafood|shellfish|prawns?|shrimps?|fish",
    "milk": "milk|dairy|lactose",
    "tea": "tea",
    "cold": "cold|chilly|freez(?:e|es|ing)",
    "heat": "heat|hot weather",
    "dark": "the dark",
    "heights": "heights?(?! is)",
    "licence": "(?:driving|driver's) licen[cs]e|licen[cs]e",
    "volunteer": "volunteer(?:s|ed|ing)?|charity|food bank|help out",
    "insurance": "insurance|insured",
    "late": "late(?:ness)?|punctual(?:ity)?",
    "early": "early(?: bird)?|morning person|up with the lark",
    "book": "books?|novels?|bookworm|author|writer",
    "film": "films?|movies?|cinema",
    "music": "music|songs?|band|gigs?|playlist",
    "twin": "twins?|identical",
    "dead": "passed away|died|dead|death|lost (?=my|our)|late (?=mother|father|husband"
    "|wife)|widow(?:ed|er)?",
    "retired": "retired?|retirement|pension(?:er)?",
    "adopted": "adopt(?:ed|ion)",
    "swim": "sw[ia]m(?:s|ming|mer)?",
    "tattoo": "tattoos?|inked",
    "school": r"school|goes to (?=st\b)",
    "siblings": "only child|no (?:brothers or sisters|siblings)",
    "family": r"(?:mum|mom|dad|mother|father|parent) of|have (?=\d kids)|(?:have|has"
    r"|got) (?:\w+ )?(?:kids|children)|kids",
    "pets": r"(?:have|has|got|adopted|keep|own) (?:a|an|two|another) (?:\w+ )?(?:dog|cat"
    r"|puppy|kitten|hamster|rabbit|parrot)",
    "smell": "smell",
    "bank": "bank(?:s|ing)?|account|savings|isa",
    "flatmates": r"with (?:\w+ ){0,2}(?:flatmates?|roommates?|housemates?)|live alone"
    r"|on my own|to myself",
    "goal": "goal|target|aiming for|saving (?:up )?for|savings? goal|resolution",
    "extension": "extension|renovation|renovating|loft conversion|refurb",
    "bins": "bins?|rubbish|trash|garbage|recycling day",
    "bones": "broken bones?|broke(?:n)? a bone|fractured?",
    "autism": "autis(?:tic|m)|on the spectrum|asperger'?s",
    "vision": "glasses|eyesight|short[ -]sighted|lenses|varifocals|optician",
    "hearing": "deaf|hearing aids?|hard of hearing",
    "floor": r"\d*(?:st|nd|rd|th)? floor|upstairs|downstairs",
    "drink": "energy drinks?|fizzy drinks?|soda|coke|juice|water|sodas",
    "vehicle": "van|camper(?:van)?|boat|caravan|rv|motorhome",
    "garment": r"shoe size|size \d+|dress size|jeans",
    "email": "e-?mail(?: address)?|phone number|number is|contact",
    "loan": "loan|debt|overdraft|credit card|owe(?:s|d)?",
    "invest": "shares|stocks|crypto|bitcoin|invest(?:s|ed|ing|ment)?",
    "headphones": "headphones|earbuds|airpods|earphones",
    "app": "app|notion|obsidian|browser|editor|vim|vs ?code|firefox|chrome|safari",
    "news": "newspaper|news|podcasts?",
    "collection": "collect(?:s|ed|ing|ion)?",
    "covid": "covid|sense of smell|anosmia|long covid",
    "window": "windows? open|open windows?|window's",
    "forget": "forget(?:s|ful)?|memory like|bad (?:with|at)|terrible (?:with|at)|stick in my head",
    "saving": "sav(?:e|es|ing|ings)|deposit|penny|nest egg",
    "transplant": "transplant|kidney|donor|dialysis|waiting list",
    "band": "band|drummer|singer in|gigs?|frontman",
    "subscription": r"subscri(?:be|bed|ption)|netflix|spotify|disney\+?|amazon prime"
    r"|renew(?:ed|ing|al)?|unsubscribed|membership",
    "social": "instagram|facebook|twitter|tiktok|reddit|snapchat|linkedin|social media",
    "wfh": "(?:work(?:s|ing)?|days?) from home|wfh|remote(?:ly)?|home office|hybrid",
}

SIGNS = {
    "illness": "asthma(?:tic)?|diabet(?:es|ic)|migraines?|adhd|eczema|arthritis|anxiety"
    "|depression|blood pressure|parkinson's|epilep(?:sy|tic)|insomnia(?:c)?|coeliac|celiac"
    "|colou?r[ -]?blind|hay fever|thyroid|ibs|crohn's|endometriosis|fibromyalgia|lupus"
    "|psoriasis|cholesterol|ocd|ptsd|bipolar|dyslex(?:ia|ic)|reflux|anaemi[ac]|tinnitus"
    "|sciatica|vertigo|cancer|stroke",
    "instrument": "guitar(?:ist)?|pian(?:o|ist)|violin(?:ist)?|bass(?:ist)?|drum(?:s"
    "|mer)?|cell(?:o|ist)|flute|sax|trumpet|ukulele|harp|keyboard|clarinet|accordion|banjo"
    "|mandolin|oboe|viola|trombone|harmonica",
    "faith": "pray(?:s|ing)?|church|mosque|temple|synagogue|christian|muslim|jewish"
    "|buddhist|hindu|atheist|catholic|agnostic|mass|quran|bible|prayers?|congregation"
    "|sunday service|worship|vicar|priest|imam",
    "diet": "veg(?:an|etarian|gie)s?|pescatarian|omnivore|keto|paleo|low[ -]carb"
    "|gluten(?:[ -]free)?|plant[ -]based|fasting|meat|carnivore|flexitarian|meat-eater|no meat"
    "|no animal products|eats? (?:plants|only)|on a diet|cut(?:ting)? carbs",
    "carrier": "vodafone|o2|giffgaff|ee|verizon|t-mobile|at&t|tesco mobile|virgin media"
    "|sky broadband|wi-?fi|bt|sky|three|fibre|router",
    "bank": "barclays|starling|monzo|revolut|hsbc|chase|lloyds|natwest|santander"
    "|halifax|nationwide|amex|wells fargo",
    "shop": "lidl|aldi|tesco|sainsbury's|asda|waitrose|costco|walmart|trader joe's"
    "|whole foods|ocado",
    "gaming": "ps[45]|xbox|nintendo|switch|steam deck|playstation",
    "system": "linux|windows|macos|ubuntu|fedora|debian|arch|mac|mint|opensuse|nixos",
    "team": "arsenal|gooner|spurs|chelsea|liverpool|man u(?:nited|td)?|man city|cubs"
    "|yankees|lakers|red sox",
    "work": "google|amazon|microsoft|deloitte|kpmg|pwc|apple store|nhs|spotify|klarna"
    "|siemens|bosch|on the payroll|(?:clock|clocks|clocking) in at",
    "phone": r"iphone|pixel|galaxy|samsung|xiaomi|huawei|oneplus|nokia|fairphone"
    r"|motorola|oppo|vivo|android|blackberry|se\b|redmi|s2\d|mate \d+|nothing phone|sony xperia"
    r"|honor",
    "computer": "macbook|thinkpad|chromebook|imac|xps|surface|dell|lenovo",
    "tablet": "ipad|kindle",
    "car": "corolla|ioniq|tesla|golf|toyota|honda|ford|fiesta|bmw|audi|civic|prius"
    "|volvo|skoda|volkswagen|vw|polo|hyundai|kia|nissan|mazda|subaru|renault|clio|peugeot|fiat"
    "|mini cooper|jeep|byd|leaf|mercedes|yaris|focus|suv|van|hatchback|electric car|mot|wheels"
    "|automatic|electric|hybrid|petrol|diesel|number plate",
    "bike": "(?:motor)?bike|bicycle|motorcycle|scooter|kawasaki|yamaha|ducati|vespa"
    "|brompton|e-?bike",
    "job": r"(?:junior|senior|chief|trainee|apprentice|deputy|freelance)\b"
    r"|(?<!the )assistant|head(?= (?:of|chef|teacher|nurse|coach|cook))|lead(?= \w+(?:er|or)\b)"
    r"|teacher|nurse|doctor|engineer|developer|dev|programmer|analyst|manager|director|designer"
    r"|plumber|plumbing|electrician|carpenter|baker|chef|cook|waiter|waitress|barista|librarian"
    r"|accountant|lawyer|solicitor|paralegal|barrister|vet|dentist|midwife|paramedic|firefighter"
    r"|police officer|pilot|driver|mechanic|builder|architect|scientist|researcher|journalist"
    r"|writer|editor|translator|photographer|musician|actor|artist|illustrator|therapist"
    r"|radiographer|pharmacist|consultant|recruiter|salesman|cashier|receptionist|secretary"
    r"|hairdresser|gardener|farmer|freelancer|self-employed|unemployed|retired|intern|postdoc"
    r"|professor|lecturer|principal|ceo|cto|founder|team lead|partner at|product manager"
    r"|shop assistant|carer|social worker|data scientist|tattooist|student|plasterer|bricklayer"
    r"|decorator|courier|bartender|publican|estate agent|copywriter|marketer|economist|biologist"
    r"|chemist|physicist|surgeon|anaesthetist|psychologist|counsellor|civil servant|politician"
    r"|soldier|sailor|trucker|lorry driver|bus driver|taxi driver|train driver|flight attendant"
    r"|cabin crew|tailor|florist|butcher|fisherman|welder|joiner|roofer|tester|admin|associate"
    r"|supervisor|executive|vp|head of \w+|staff engineer|for a living|by trade|by profession"
    r"|profession|occupation|line of work|what (?:i|the user|she|he) do(?:es)? (?:for work"
    r"|all day)|trained as|practi[cs](?:es?|ing)|teach(?:es|ing)|nursing|physio|physiotherapist"
    r"|optometrist|landscaper|zookeeper|locksmith|beautician|nail tech|stylist|scaffolder"
    r"|statistician|geologist|curator|childminder|nanny|cleaner|caretaker|janitor|security guard"
    r"|prison officer|judge|auditor|actuary|banker|trader|broker|realtor|surveyor|planner"
    r"|technician|programming|coding|software|web dev|sysadmin|sommelier|pastry|brewer|potter"
    r"|sculptor|composer|dj|comedian|producer|filmmaker|animator|game designer|ux|head ?teacher"
    r"|teaching assistant|tutor|coach|personal trainer|lifeguard|postman|postie|dispatcher"
    r"|call cent(?:re|er)|warehouse|forklift|cabbie|cab driver|taxi|uber|run(?:s)? (?:a|my"
    r"|their) (?:own )?(?:shop|bakery|cafe|restaurant|salon|garage|farm|pub)|own boss",
    "commute": "train|bus|tube|metro|subway|tram|cycl(?:e|es|ing)|bike|walk to work"
    "|drive to work|get(?:s)? to work|way to work|journey to work|drives? in|on foot"
    "|park and ride|cycles? in|walks? (?:to|in)",
    "sleep": "insomnia|night owl|go to bed|hits? the hay|lights out|sleeps? (?:at|by|from)",
    "partner": "single|engaged|married|divorced|separated|widow(?:ed)?|marriage"
    "|no (?:boyfriend|girlfriend|partner|husband|wife)|(?:have|has|having) (?:a"
    "|no) (?:boyfriend|girlfriend|partner)|unattached|unmarried|not seeing anyone|hitched"
    "|love life|relationship",
    "cycle": "cycl(?:e|es|ed|ing|ist)",
    "home": "lives? (?:round|off|above|below|next to|opposite)|reside[sd]?|rented"
    "|renting|renter|homeowner|buy a place|bought a place|sold up|(?:gone|went|off) to live"
    "|property|mortgage|place in|move(?:s|d)? in|semi|terraced?|detached|loft",
    "hours": r"works (?:nights|days|weekends|part[ -]time|full[ -]time)|overnight"
    r"|night shifts?|nine[ -]to[ -]five|9[ -]to[ -]5|graveyard shift|evenings and weekends"
    r"|\w+ days a week|days a week|\w+ hours a week|four-day week|on call|rota",
    "glasses": "specs|spectacles|near[ -]?sighted|long[ -]sighted|blind as a bat"
    "|can't see a thing|eyesight",
    "vision": "specs|spectacles|near[ -]?sighted|can't see a thing",
    "alcohol": "(?:drinks?|touch(?:es)?) (?:any )?(?:alcohol|booze)|non-?drinker|a drop"
    "|wine|beer|pints?|pub|drinks? (?:a lot|wine|beer)|dry",
    "wake": "early bird|crack of dawn|up early|morning person|lie-?in",
    "age": "birthday boy|birthday girl|in (?:my|their) (?:early|mid|late)|birthday"
    "|pensioner|teenager|toddler",
    "baby": "in the oven|on the way|trimester|childfree|child-free"
    "|want(?:s)? (?:any )?(?:kids|children)",
    "family": r"(?:one|two|three|four|five|\d) (?:kids|children|sons?|daughters?|boys?"
    r"|girls?)|a boy and a girl|(?:one|a) son (?:and )?(?:one|a) daughter|parent",
    "siblings": "siblings?|brothers and sisters|only (?:daughter|son)|(?:youngest"
    "|eldest|oldest|middle child) of|middle child|no brothers|no sisters|brothers or sisters",
    "exam": "quiz|mock|theory test",
    "doctor": "blood test|specialist|consultation|x-?ray|mri|check-?up|clinic|a&e",
    "medicine": "tablets|mg|dose|pills?|inhaler|insulin|antidepressants|statins"
    "|painkillers|medicat(?:ion|ed)|meds",
    "learning": "lessons|beginner|taking classes|self-taught|practi[cs]ing",
    "language": "tongue|mother tongue|trilingual|conversational",
    "trip": "road trip|cruise|city break|abroad|backpacking|package deal|weekend away",
    "flying": "on a plane|aeroplanes?|fly(?:ing)?|aviophobia|turbulence",
    "fear": "petrified|phobic|panic(?:s)?|can't handle|scares?|creeps? (?:me|the user) out",
    "late": "running late|on time|tardy",
    "forget": "scatterbrained|absent-minded",
    "garden": "vegetables|greenhouse|veg patch",
    "reading": "bookworm|reader|page-turner",
    "run": "5k|10k|half marathon",
    "cook": "from scratch|recipes?",
    "saving": "put(?:s|ting)? (?:money )?(?:aside|away)",
    "pets": "hamster|tortoise|budgie|guinea pig|gecko|snake|ferret|goldfish|puppy"
    "|kitten|labrador|poodle|spaniel|greyhound|collie|tabby|ginger cat|sheepdog|pug|bulldog"
    "|husky|shih tzu|whippet|rescue (?:dog|cat)|moggy|pooch",
    "allergy": "peanuts?|shellfish|pollen|penicillin|hayfever",
    "coffee": "cappuccinos?|mochas?|decaf|filter coffee",
    "tea": "earl grey|matcha|green tea|chamomile|brew",
    "hand": "left[- ]handed|my left|ambidextrous",
    "hair": "chopped|pixie|bob|shaved|bald|perm|dye(?:d|s)?|blonde|brunette|ponytail|buzz cut",
    "wedding": "big day|tie the knot|bride|groom|best man|bridesmaid|vows",
    "answers": "answers?|repl(?:y|ies)|brief|concise|bullet points?|to the point"
    "|responses?|emojis?|formal|tone",
    "origin": r"born and raised|scottish|welsh|irish|native|from \w+ originally|roots"
    r"|hail(?:s)? from|came over from",
    "maths": "maths?|numbers|arithmetic|mental arithmetic",
    "pork": "pork|bacon|ham|sausages?",
    "sleepless": "awake half the night|tossing and turning|sleepless|lie awake|trouble sleeping",
    "swim": "pool|sink like a stone|armbands",
    "weight": "scales|slimmed|gained|put on weight|overweight|skinny",
    "series": "box ?set|episodes?|netflix|on telly|tv show|finale",
    "gym": "lifting|weights|crossfit|spin class|workouts?|puregym|fitness",
    "money": "broke|skint|wages|budget|bonus|overtime",
    "travel": "backpack(?:ed|ing)|abroad|passport|visa|countries",
    "games": "chess|board games?|poker|dungeons|d&d|minecraft|fortnite|video games?"
    "|darts|pool|snooker",
    "tv": "tv|telly|television",
    "noisy": "racket|din|blasting|deafening|neighbours from hell",
    "cold": "chill|central heating|freezing|shiver(?:s|ing)?",
    "shy": "shy|introvert(?:ed)?|extrovert|outgoing|keep(?:s)? to (?:myself|themselves)"
    "|wallflower|people person|crowds|small talk",
    "tidy": "tidy|messy|untidy|clutter|declutter|neat|clean freak|cleaning",
    "smell": "sense of smell|nose|perfume",
    "sport": "cricket|rugby|golf|netball|hockey|squash|surf(?:s|ing)?|ski(?:s|ing)?"
    "|snowboard(?:s|ing)?|judo|karate|boxing|rowing|kayak(?:s|ing)?|sail(?:s|ing)?"
    "|horse ?riding|skat(?:e|es|ing)|volleyball|gymnastics|martial arts",
}

FAVOURITE = (
    r"(?:favou?rite|fave) (?P<kind>\w+(?: \w+)?)(?: (?:is|are|was|has|would|must|of)\b|'s|:|,|$)"
)
