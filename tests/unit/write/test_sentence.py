import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.text.normal import is_cjk
from nagori.write.sentence import language, third_person

ENGLISH = [
    ("I live in Porto", "The user lives in Porto."),
    ("my sister Ana just moved to Lyon", "The user's sister Ana just moved to Lyon."),
    ("I'm allergic to peanuts", "The user is allergic to peanuts."),
    ("we adopted a puppy", "The user and others adopted a puppy."),
    ("please call me Sam", "The user wants to be called Sam."),
    ("please answer briefly", "The user wants the assistant to answer briefly."),
    ("I have two cats and a dog", "The user has two cats and a dog."),
    ("I don't eat meat", "The user doesn't eat meat."),
    ("I can't swim", "The user can't swim."),
    ("I was born in 1990", "The user was born in 1990."),
    ("I've been to Japan twice", "The user has been to Japan twice."),
    ("I'd like to learn Greek", "The user would like to learn Greek."),
    ("I'd never eaten sushi before", "The user had never eaten sushi before."),
    ("I'll be in Berlin next week", "The user will be in Berlin next week."),
    ("I live in Oslo and work at Equinor", "The user lives in Oslo and works at Equinor."),
    ("I love hiking and hate running", "The user loves hiking and hates running."),
    ("my wife and I have three kids", "The user's wife and the user have three kids."),
    (
        "My wife's name is Dana and we live in Leeds",
        "The user's wife's name is Dana and the user and others live in Leeds.",
    ),
    (
        "Oh btw, I started a new job at Novartis on Monday",
        "The user started a new job at Novartis on Monday.",
    ),
    ("hi! I'm Priya, a nurse from Pune", "The user is Priya, a nurse from Pune."),
    ("hey there, my birthday is March 3rd", "The user's birthday is March 3rd."),
    ("I teach maths", "The user teaches maths."),
    ("I study law at Bologna", "The user studies law at Bologna."),
    ("I watch every match", "The user watches every match."),
    (
        "I go to the gym on Tuesdays and Thursdays",
        "The user goes to the gym on Tuesdays and Thursdays.",
    ),
    ("I usually wake up at 6", "The user usually wakes up at 6."),
    ("I really don't like coriander", "The user really doesn't like coriander."),
    ("I do yoga", "The user does yoga."),
    ("I fly to Rome tomorrow", "The user flies to Rome tomorrow."),
    ("my dog is called Biscuit", "The user's dog is called Biscuit."),
    ("a friend of mine runs a bakery", "A friend of the user's runs a bakery."),
    ("I taught myself to play guitar", "The user taught themselves to play guitar."),
    ("nobody told me", "Nobody told the user."),
    ("she gave me her number", "She gave the user her number."),
    ("just call me T", "The user wants to be called T."),
    ("you can call me Mr. Lee", "The user wants to be called Mr. Lee."),
    ("don't use emojis", "The user wants the assistant not to use emojis."),
    (
        "never use bullet points with me",
        "The user wants the assistant never to use bullet points with the user.",
    ),
    ("always answer in French", "The user wants the assistant always to answer in French."),
    ("stop apologising so much", "The user wants the assistant to stop apologising so much."),
    (
        "Can you keep it short from now on?",
        "The user wants the assistant to keep it short from now on.",
    ),
    ("could you please reply in Spanish?", "The user wants the assistant to reply in Spanish."),
    (
        "When you write code for me, use tabs",
        "When the assistant writes code for the user, the user wants the assistant to use tabs.",
    ),
    (
        "from now on, speak to me like a pirate",
        "From now on, the user wants the assistant to speak to the user like a pirate.",
    ),
    (
        "I want you to remember that I'm vegan",
        "The user wants the assistant to remember that the user is vegan.",
    ),
    ("remember that I'm vegan", "The user is vegan."),
    (
        "remind me to call mum tomorrow",
        "The user wants the assistant to remind the user to call mum tomorrow.",
    ),
    ("allergic to shellfish", "The user is allergic to shellfish."),
    ("vegan since 2015", "The user is vegan since 2015."),
    ("married to Jun for ten years", "The user is married to Jun for ten years."),
    ("born in Lagos, raised in Leeds", "The user was born in Lagos, raised in Leeds."),
    ("moved to Lisbon last year", "The user moved to Lisbon last year."),
    ("got a new laptop, a ThinkPad X1", "The user got a new laptop, a ThinkPad X1."),
    ("working on my thesis", "The user is working on their thesis."),
    ("love spicy food", "The user loves spicy food."),
    ("hate mornings", "The user hates mornings."),
    ("can't stand cilantro", "The user can't stand cilantro."),
    ("don't drink coffee", "The user doesn't drink coffee."),
    ("mum lives in Cardiff", "The user's mum lives in Cardiff."),
    ("wife's a surgeon", "The user's wife's a surgeon."),
    ("I, too, love jazz", "The user, too, loves jazz."),
    ('I said "I hate my job" and quit', 'The user said "I hate my job" and quit.'),
    ("my favourite film is My Neighbor Totoro", "The user's favourite film is My Neighbor Totoro."),
    (
        'I love The Beatles, especially "Let It Be"',
        'The user loves The Beatles, especially "Let It Be".',
    ),
    (
        "I am reading “My Brilliant Friend” by Elena Ferrante",
        "The user is reading “My Brilliant Friend” by Elena Ferrante.",
    ),
    ("World War I fascinates me", "World War I fascinates the user."),
    ("I'm 34 and I weigh 80 kg", "The user is 34 and the user weighs 80 kg."),
    ("i live in boston", "The user lives in boston."),
    ("im from texas", "The user is from texas."),
    ("ive got 3 brothers", "The user has got 3 brothers."),
    ("i dont smoke", "The user doesn't smoke."),
    ("I LOVE MY DOG", "The user LOVES their DOG."),
    ("my email is ana.my@example.com", "The user's email is ana.my@example.com."),
    ("I read every night", "The user reads every night."),
    ("I read it last year", "The user read it last year."),
    ("I put milk in first", "The user puts milk in first."),
    ("I quit my job", "The user quit their job."),
    ("I need glasses", "The user needs glasses."),
    (
        "We're moving to Utrecht in May. We found a flat there.",
        "The user and others are moving to Utrecht in May. They found a flat there.",
    ),
    (
        "our daughter Mia starts school in September",
        "The user's daughter Mia starts school in September.",
    ),
    ("they made us wait", "They made the user and others wait."),
    (
        "my brother says I should see a doctor",
        "The user's brother says the user should see a doctor.",
    ),
    ("I think you're great", "The user thinks the assistant is great."),
    (
        "I have to see Dr. Kim at 3 p.m. on Friday",
        "The user has to see Dr. Kim at 3 p.m. on Friday.",
    ),
    ("The user lives in Porto", "The user lives in Porto."),
    ("running is my favourite hobby", "The user says running is the user's favourite hobby."),
    (
        "cooking for friends makes me happy",
        "The user says cooking for friends makes the user happy.",
    ),
    (
        "I work from home and my husband works at a bank",
        "The user works from home and their husband works at a bank.",
    ),
    (
        "my parents and I speak Polish at home",
        "The user's parents and the user speak Polish at home.",
    ),
    ("I'm learning to cook and play guitar", "The user is learning to cook and play guitar."),
    (
        "I know people who love cats and hate dogs",
        "The user knows people who love cats and hate dogs.",
    ),
    ("I used to live in Rome", "The user used to live in Rome."),
    ("I hope to retire early", "The user hopes to retire early."),
    ("I miss my gran", "The user misses their gran."),
    ("I sometimes forget my keys", "The user sometimes forgets their keys."),
    ("kai is my dog", "The user says kai is the user's dog."),
    ("It's me who pays", "It's the user who pays."),
    ("I may move to Canada", "The user may move to Canada."),
    ("I must take my pills at 8", "The user must take their pills at 8."),
    ("I had my appendix out in 2019", "The user had their appendix out in 2019."),
    ("I prefer tea over coffee, please", "The user prefers tea over coffee."),
    ("no emojis please", "The user wants no emojis."),
    ("my phone number is 555-0134", "The user's phone number is 555-0134."),
    ("I've never met my father", "The user has never met their father."),
    (
        "I get migraines when I drink red wine",
        "The user gets migraines when the user drinks red wine.",
    ),
    ("I wish my boss understood me", "The user wishes their boss understood the user."),
    ("honestly? I hate my commute", "The user hates their commute."),
    ("I was told that my leave is approved", "The user was told that their leave is approved."),
    ("I'm a big fan of Radiohead lol", "The user is a big fan of Radiohead."),
    (
        "I'm a software engineer at Siemens in Munich and I cycle to work",
        "The user is a software engineer at Siemens in Munich and the user cycles to work.",
    ),
    (
        "My name is Tomás, I'm 41, and I run a small vineyard near Évora",
        "The user's name is Tomás, the user is 41, and the user runs a small vineyard near Évora.",
    ),
    (
        "I have a meeting with Dr. Sato on Thursday, and then I fly to Kyoto",
        "The user has a meeting with Dr. Sato on Thursday, and then the user flies to Kyoto.",
    ),
    (
        "my daughter's name is Aoife and she plays the harp",
        "The user's daughter's name is Aoife and she plays the harp.",
    ),
    ("I hate it when people call me Bobby", "The user hates it when people call the user Bobby."),
    (
        "I don't think I can make it on Friday",
        "The user doesn't think the user can make it on Friday.",
    ),
    ("I gotta pick up the kids at 3", "The user has gotta pick up the kids at 3."),
    ("I wanna learn Korean", "The user wants to learn Korean."),
    ("we both love sushi", "The user and others both love sushi."),
    (
        "My husband and I are expecting a baby in June!",
        "The user's husband and the user are expecting a baby in June.",
    ),
    ("it makes me sad", "It makes the user sad."),
    ("I was diagnosed with ADHD in 2021", "The user was diagnosed with ADHD in 2021."),
    (
        "I've lived here for 10 years but I still don't speak Dutch",
        "The user has lived here for 10 years but the user still doesn't speak Dutch.",
    ),
    (
        "I can't eat gluten, so I bake my own bread",
        "The user can't eat gluten, so the user bakes their own bread.",
    ),
    ("I always forget my umbrella", "The user always forgets their umbrella."),
    ("my cat Miso hates the vet", "The user's cat Miso hates the vet."),
    (
        "just got back from Iceland with my brother",
        "The user just got back from Iceland with their brother.",
    ),
    ("finally passed my driving test", "The user finally passed their driving test."),
    ("lost my grandfather on Sunday", "The user lost their grandfather on Sunday."),
    ("trying to quit sugar", "The user is trying to quit sugar."),
    ("planning a trip to Peru with Maya", "The user is planning a trip to Peru with Maya."),
    ("Will is my brother", "Will is the user's brother."),
    ("Drew and I are cousins", "Drew and the user are cousins."),
    ("Rose lives with me", "Rose lives with the user."),
    (
        "When I was 12 we moved from Cork to Boston",
        "When the user was 12 the user and others moved from Cork to Boston.",
    ),
    ("If I drink milk I get sick", "If the user drinks milk the user gets sick."),
    (
        "I think my landlord, Mr. O'Neill, is selling the house",
        "The user thinks their landlord, Mr. O'Neill, is selling the house.",
    ),
    ("you remind me of my uncle", "The assistant reminds the user of the user's uncle."),
    (
        "you're my favourite assistant, I use you every day",
        "The assistant is the user's favourite assistant, the user uses the assistant every day.",
    ),
    ("I told you I'm vegetarian", "The user told the assistant the user is vegetarian."),
    (
        "thanks for asking, I'm feeling better",
        "The user thanks the assistant for asking, the user is feeling better.",
    ),
    (
        "Do you remember my dog Rex? He died yesterday.",
        "The user asked: “Do you remember my dog Rex?”. He died yesterday.",
    ),
    ("What's my name? I'm Ivan.", "The user asked: “What's my name?”. The user is Ivan."),
    ("ok so I have 2 kids, 5 & 7", "The user has 2 kids, 5 & 7."),
    (
        "I, Maria Lopez, own the house at 12 Elm St. in Salem",
        "The user, Maria Lopez, owns the house at 12 Elm St. in Salem.",
    ),
    ("I need to take metformin twice a day", "The user needs to take metformin twice a day."),
    ("I must not eat grapefruit", "The user must not eat grapefruit."),
    ("I no longer work at Shell", "The user no longer works at Shell."),
    ("I'm not married", "The user is not married."),
    ("I am not a morning person", "The user is not a morning person."),
    ("I never learned to swim", "The user never learned to swim."),
    ("I haven't seen my sister since 2018", "The user hasn't seen their sister since 2018."),
    (
        "my mum's name is Carol, my dad's is Pete",
        "The user's mum's name is Carol, the user's dad's is Pete.",
    ),
    ("both of my parents are deaf", "Both of the user's parents are deaf."),
    (
        "let me know if you need more",
        "The user wants the assistant to let the user know if the assistant needs more.",
    ),
    ("tell me when it's done", "The user wants the assistant to tell the user when it's done."),
    (
        "keep answers under 100 words",
        "The user wants the assistant to keep answers under 100 words.",
    ),
    ("use metric units please", "The user wants the assistant to use metric units."),
    ("Please always address me as Dr. Chen", "The user wants to be called Dr. Chen."),
    (
        "please be blunt with me, I don't like fuss",
        "The user wants the assistant to be blunt with the user, the user doesn't like fuss.",
    ),
    ("I live at 221B Baker Street.", "The user lives at 221B Baker Street."),
    ("My blood type is O negative", "The user's blood type is O negative."),
    ("I'm from New York but live in LA now", "The user is from New York but lives in LA now."),
    (
        "I speak English, Hindi and a bit of Tamil",
        "The user speaks English, Hindi and a bit of Tamil.",
    ),
    ("I work nights", "The user works nights."),
    ("I weigh 72kg", "The user weighs 72kg."),
    ("I start my new job at CERN on Monday", "The user starts their new job at CERN on Monday."),
    ("Our wedding is on 14 June 2027 in Siena", "The user's wedding is on 14 June 2027 in Siena."),
    ("it's my birthday today!", "It's the user's birthday today."),
    ("Had to put our dog down last week 😢", "The user had to put their dog down last week 😢."),
    ("I 100% hate olives", "The user 100% hates olives."),
    ("i'm in my 3rd trimester", "The user is in their 3rd trimester."),
]
CHINESE = [
    ("我住在上海", "用户住在上海。"),
    ("下周三要去复查", "用户下周三要去复查。"),
    ("请叫我小林", "用户希望被称为小林。"),
    ("请回答简短一点", "用户希望助手回答简短一点。"),
    ("我对花生过敏", "用户对花生过敏。"),
    ("我们领养了一只小狗", "用户等人领养了一只小狗。"),
    ("我妈是老师", "用户的妈妈是老师。"),
    ("我爸妈都退休了", "用户的爸妈都退休了。"),
    ("我老婆叫小雨", "用户的老婆叫小雨。"),
    ("我的生日是5月3日", "用户的生日是5月3日。"),
    ("哦对了，我换工作了", "用户换工作了。"),
    ("你好，我叫李明，在腾讯上班", "用户叫李明，在腾讯上班。"),
    ("我俩结婚十年了", "用户两人结婚十年了。"),
    ("我跟大伟分手了", "用户跟大伟分手了。"),
    ("咱们家养了三只猫", "用户家养了三只猫。"),
    ("老公在国企上班", "用户的老公在国企上班。"),
    ("女儿今年上小学", "用户的女儿今年上小学。"),
    ("手机号是13800000000", "用户手机号是13800000000。"),
    ("以后叫我老陈", "用户希望以后被称为老陈。"),
    ("你以后说话简短点", "用户希望助手以后说话简短点。"),
    ("别用表情符号", "用户希望助手别用表情符号。"),
    ("不要用英文回答我", "用户希望助手不要用英文回答用户。"),
    ("能不能说慢一点？", "用户希望助手说慢一点。"),
    ("麻烦你用中文回答", "用户希望助手用中文回答。"),
    ("以后别给我推荐电影", "用户希望助手以后别给用户推荐电影。"),
    ("我喜欢看《我的前半生》", "用户喜欢看《我的前半生》。"),
    ("他说“我爱你”，我哭了", "他说“我爱你”，用户哭了。"),
    ("自我介绍一下，我是程序员", "用户是程序员。"),
    ("我觉得你很厉害", "用户觉得助手很厉害。"),
    ("喜欢吃辣", "用户喜欢吃辣。"),
    ("不吃香菜", "用户不吃香菜。"),
    ("去年搬到成都了", "用户去年搬到成都了。"),
    ("昨天刚辞职", "用户昨天刚辞职。"),
    ("从小在北京长大", "用户从小在北京长大。"),
    ("对海鲜过敏", "用户对海鲜过敏。"),
    ("最近在学吉他", "用户最近在学吉他。"),
    ("每天早上六点起床", "用户每天早上六点起床。"),
    ("用户住在上海", "用户住在上海。"),
    ("我自己开了家店", "用户自己开了家店。"),
    ("俺老家山东的", "用户老家山东的。"),
    ("本人属兔", "用户属兔。"),
    ("我在Google做SRE，base苏黎世", "用户在Google做SRE，base苏黎世。"),
    ("我女朋友Lily是德国人", "用户的女朋友Lily是德国人。"),
    ("我有两个孩子，大的8岁，小的3岁", "用户有两个孩子，大的8岁，小的3岁。"),
    ("我不喜欢喝咖啡", "用户不喜欢喝咖啡。"),
    ("我从来不抽烟", "用户从来不抽烟。"),
    ("我姐夫是医生", "用户的姐夫是医生。"),
    ("我哥们开了家饭馆", "用户的哥们开了家饭馆。"),
    ("我弟弟在读研", "用户的弟弟在读研。"),
    ("我妹在深圳", "用户的妹妹在深圳。"),
    ("给我妈买了个华为平板", "用户给用户的妈妈买了个华为平板。"),
    ("我孩子对牛奶过敏，能喝豆浆吗？", "用户的孩子对牛奶过敏。用户问：“能喝豆浆吗？”。"),
    ("我想去日本，签证怎么办？", "用户想去日本。用户问：“签证怎么办？”。"),
    ("明天提醒我交房租", "用户希望助手明天提醒用户交房租。"),
    ("提醒我明天交房租", "用户希望助手提醒用户明天交房租。"),
    ("帮我记一下，我车牌是沪A12345", "用户车牌是沪A12345。"),
    ("你记住，我不吃羊肉", "用户不吃羊肉。"),
    ("哈哈哈我今天升职了", "用户今天升职了。"),
    ("请假去医院", "用户请假去医院。"),
    ("请了三天假", "用户请了三天假。"),
    ("我国庆去青岛", "用户国庆去青岛。"),
    ("我们下个月去冰岛旅行", "用户等人下个月去冰岛旅行。"),
    ("每周三晚上打羽毛球", "用户每周三晚上打羽毛球。"),
    ("单身三年了", "用户单身三年了。"),
    ("属龙的", "用户属龙的。"),
    ("姓王", "用户姓王。"),
    ("独生女", "用户是独生女。"),
    ("有个同事叫小王", "用户有个同事叫小王。"),
    ("我叫王芳，今年28岁，在成都做老师", "用户叫王芳，今年28岁，在成都做老师。"),
    ("我女儿叫朵朵，今年三岁", "用户的女儿叫朵朵，今年三岁。"),
    ("我不太会做饭，平时都点外卖", "用户不太会做饭，平时都点外卖。"),
    ("我准备明年考雅思", "用户准备明年考雅思。"),
    ("我上周刚做完手术，在家休养", "用户上周刚做完手术，在家休养。"),
    ("我家在杭州西湖区", "用户家在杭州西湖区。"),
    ("我这周五要去看牙医", "用户这周五要去看牙医。"),
    ("我已经三年没回老家了", "用户已经三年没回老家了。"),
    ("我比较内向，不爱说话", "用户比较内向，不爱说话。"),
    ("我和老公是大学同学", "用户和老公是大学同学。"),
    ("我们一家四口住在一起", "用户等人一家四口住在一起。"),
    ("我们明天开会", "用户等人明天开会。"),
    ("我想减肥，目标是瘦10斤", "用户想减肥，目标是瘦10斤。"),
    ("我同事小张也在学西班牙语", "用户的同事小张也在学西班牙语。"),
    ("我奶奶上个月去世了", "用户的奶奶上个月去世了。"),
    ("我是左撇子", "用户是左撇子。"),
    ("我是AB型血", "用户是AB型血。"),
    ("我有高血压，每天吃药", "用户有高血压，每天吃药。"),
    ("我车是特斯拉Model 3", "用户车是特斯拉Model 3。"),
    ("我经常失眠", "用户经常失眠。"),
    ("我下个月要去东京出差，待5天", "用户下个月要去东京出差，待5天。"),
    ("我在Google做SRE", "用户在Google做SRE。"),
    ("我最怕蛇", "用户最怕蛇。"),
    ("我从2019年开始吃素", "用户从2019年开始吃素。"),
    ("我在学日语，JLPT N2过了", "用户在学日语，JLPT N2过了。"),
    ("你别叫我亲，叫我名字就好", "用户希望助手别叫用户亲，叫用户名字就好。"),
    ("请用英文回复我", "用户希望助手用英文回复用户。"),
    ("回答的时候请简短一些", "用户希望助手回答的时候请简短一些。"),
    ("跟我说话不用客气", "用户希望助手跟用户说话不用客气。"),
    ("我不想听大道理", "用户不想听大道理。"),
    ("不要再给我发广告了", "用户希望助手不要再给用户发广告了。"),
    ("麻烦以后提醒我按时吃药", "用户希望助手以后提醒用户按时吃药。"),
    ("我狗叫旺财", "用户狗叫旺财。"),
    ("我们家狗叫旺财", "用户家狗叫旺财。"),
    ("我们班主任姓李", "用户的班主任姓李。"),
    ("咱妈明天过生日", "用户的妈妈明天过生日。"),
    ("我俩是闺蜜", "用户两人是闺蜜。"),
    ("谢谢！我感冒好了", "用户感冒好了。"),
    ("哎，我被裁员了", "用户被裁员了。"),
    ("今天是我生日！", "今天是用户生日。"),
    ("明天我生日", "明天用户生日。"),
    ("刚到家，累死了", "用户刚到家，累死了。"),
    ("在北京工作了五年，今年打算回武汉", "用户在北京工作了五年，今年打算回武汉。"),
    ("妈妈做的红烧肉最好吃", "用户的妈妈做的红烧肉最好吃。"),
    ("老板又让我加班", "用户的老板又让用户加班。"),
    ("公司要搬到苏州去了", "用户公司要搬到苏州去了。"),
    ("房东说下个月涨房租", "用户的房东说下个月涨房租。"),
    ("他是我最好的朋友", "他是用户最好的朋友。"),
    ("她比我大两岁", "她比用户大两岁。"),
    ("这是我第一次出国", "这是用户第一次出国。"),
    ("医生说我缺维生素D", "医生说用户缺维生素D。"),
    ("朋友们都叫我胖虎", "用户的朋友们都叫用户胖虎。"),
    ("大家都叫我老王", "大家都叫用户老王。"),
    ("我每周去三次健身房", "用户每周去三次健身房。"),
    ("我以前在阿里，现在自己创业", "用户以前在阿里，现在自己创业。"),
    ("我喝不了牛奶，一喝就拉肚子", "用户喝不了牛奶，一喝就拉肚子。"),
    ("我对象是上海人", "用户的对象是上海人。"),
    ("我用的是iPhone 15 Pro", "用户用的是iPhone 15 Pro。"),
    ("我毕业于清华大学", "用户毕业于清华大学。"),
    ("我结婚了", "用户结婚了。"),
    ("我没结婚", "用户没结婚。"),
    ("我再也不喝酒了", "用户再也不喝酒了。"),
    ("我的狗狗Lucky今年5岁啦🎉", "用户的狗狗Lucky今年5岁啦🎉。"),
]
LONGER = [
    (
        "hello again. I lost my father in 2019. Thanks for listening",
        "The user lost their father in 2019. The user thanks the assistant for listening.",
    ),
    (
        "me and Nora split up in spring, we still share the car though",
        "The user and Nora split up in spring, they still share the car though.",
    ),
    (
        "I've got a stent, is the sauna at the pool ok for me?",
        "The user has got a stent. The user asked: “is the sauna at the pool ok for me?”.",
    ),
    (
        "basil tastes of nothing to me",
        "The user says basil tastes of nothing to the user.",
    ),
    (
        "我爷爷今年90，听不清，有没有大按键的手机？他眼神还行",
        "用户的爷爷今年90，听不清。用户问：“有没有大按键的手机？”。他眼神还行。",
    ),
    ("要不是膝盖做过手术，我现在还在踢球呢", "要不是膝盖做过手术，用户现在还在踢球呢。"),
    ("以后跟我聊天别用“您”，听着别扭", "用户希望助手以后跟用户聊天别用“您”，听着别扭。"),
]
STAY_QUOTED = [
    ("Ana lives in Porto", "The user said: “Ana lives in Porto”"),
    ("Paris is the capital of France", "The user said: “Paris is the capital of France”"),
    ("Me llamo Ana y vivo en Porto", "The user said: “Me llamo Ana y vivo en Porto”"),
    ("小明住在北京", "用户说：“小明住在北京”"),
    ("面包太硬了", "用户说：“面包太硬了”"),
    ("私は東京に住んでいます", "ユーザーの発言：“私は東京に住んでいます”"),
    ("나는 서울에 살아요", "사용자의 말: “나는 서울에 살아요”"),
    ("", "The user said: “”"),
]
EVERYTHING = [text for text, _ in ENGLISH + CHINESE + LONGER + STAY_QUOTED]


@pytest.mark.parametrize(("text", "expected"), ENGLISH)
def test_english_is_told_of_the_user(text: str, expected: str) -> None:
    assert third_person(text) == expected


@pytest.mark.parametrize(("text", "expected"), CHINESE)
def test_chinese_is_told_of_the_user(text: str, expected: str) -> None:
    assert third_person(text) == expected


@pytest.mark.parametrize(("text", "expected"), LONGER)
def test_no_clause_of_a_longer_text_is_lost(text: str, expected: str) -> None:
    assert third_person(text) == expected


def test_the_names_of_the_statements_to_tune_by_all_stay() -> None:
    path = Path(__file__).parents[3] / "bench" / "data" / "statements.jsonl"
    statements = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    dev = [s for s in statements if s["split"] == "dev" and s["keep"]]

    assert len(dev) > 50
    for statement in dev:
        told = third_person(statement["text"])
        assert [name for name in statement["names"] if name not in told] == []
        assert is_cjk(told) == (statement["lang"] == "zh")


@pytest.mark.parametrize(("text", "expected"), STAY_QUOTED)
def test_what_can_not_be_turned_stays_quoted(text: str, expected: str) -> None:
    assert third_person(text) == expected


@pytest.mark.parametrize("text", EVERYTHING)
def test_no_first_person_is_left_outside_of_quotes(text: str) -> None:
    told = re.sub(r"“[^”]*”|\"[^\"]*\"|《[^》]*》|\S+@\S+", "", third_person(text))

    assert not re.search(r"\b(?:I'm|my|me|myself)\b|(?<!War )\bI\b|(?<!自)我", told)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I live in Porto", "en"),
        ("our daughter Mia starts school in September", "en"),
        ("我住在上海", "zh"),
        ("我的 GPU 是 RTX 4090", "zh"),
        ("我在Google做SRE", "zh"),
        ("I love 火锅 and everything about it", "en"),
        ("私は東京に住んでいます", "ja"),
        ("나는 서울에 살아요", "ko"),
        ("je suis né à Lyon et j'habite avec ma sœur", "fr"),
        ("ich bin Anna und wohne in Berlin", "de"),
        ("я живу в Москве", "cyrillic"),
        ("", "en"),
    ],
)
def test_the_language_of_a_text_is_seen(text: str, code: str) -> None:
    assert language(text) == code


# ------------------------------------------------------------------ whatever is said

_EXTRA = "I i'm we you my our don't have and but , . ? ! : “ ” \" ' ( ) \n ok hi Sam Porto 47 3.5"
PIECES = st.sampled_from(
    [word for text in EVERYTHING for word in re.findall(r"[\w'’.-]+|[，。？]", text)]
    + _EXTRA.split(" ")
)
SPOKEN = st.one_of(
    st.text(max_size=60),
    st.lists(PIECES, max_size=14).map(" ".join),
    st.lists(PIECES, max_size=14).map("".join),
    st.lists(st.sampled_from(EVERYTHING), max_size=3).map(" ".join),
)
PRONOUNS = {"My", "Mine", "Me", "We", "Our", "Ours", "Us", "You", "Your", "Yours"}


@given(text=SPOKEN)
def test_turning_again_changes_nothing(text: str) -> None:
    told = third_person(text)

    assert third_person(told) == told


@given(text=SPOKEN)
def test_the_language_stays(text: str) -> None:
    assert language(third_person(text)) == language(text)


@given(text=SPOKEN)
def test_every_number_and_every_name_inside_a_sentence_stays(text: str) -> None:
    told = third_person(text)

    assert all(digits in told for digits in re.findall(r"\d+", text))
    names = re.findall(r"(?<=[a-z0-9,;] )[A-Z][a-z]+", text)
    assert all(name in told for name in names if name not in PRONOUNS)


@given(text=SPOKEN)
def test_the_user_is_named_and_the_sentence_is_closed(text: str) -> None:
    told = third_person(text)

    assert re.search("the user|用户|ユーザー|사용자", told, re.IGNORECASE)
    assert told.endswith((".", "。", "”"))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Tilda's nine, Owen's six", "The user said: “Tilda's nine, Owen's six”"),
        ("I'm meeting you lot on Friday", "The user said: “I'm meeting you lot on Friday”"),
        ("I like tea, you know, with milk", "The user likes tea, with milk."),
        ("turns out I am not ill after all", "The user is not ill after all."),
        ("Asked me on Friday where Mom was", "The user said: “Asked me on Friday where Mom was”"),
        ("Love with seasoning, that's it", "The user said: “Love with seasoning, that's it”"),
        ("不对，他八点才送", "用户说：“不对，他八点才送”"),
        ("打完别走，来我家吃蛋糕", "打完别走，来用户家吃蛋糕。"),
        ("他说不一样，爸，我这个是造的", "用户说：“他说不一样，爸，我这个是造的”"),
        ("就是我爸最近血压不太行", "用户的爸爸最近血压不太行。"),
        ("组长也不当了，我轻松", "组长也不当了，用户轻松。"),
        ("学生自己造赛车，我去看", "学生自己造赛车，用户去看。"),
        ("我们楼上老孙爱下棋", "用户楼上老孙爱下棋。"),
        ("到了报我名就行", "用户到了报用户的名就行。"),
    ],
)
def test_what_is_not_about_the_user_is_not_told_of_them(said: str, told: str) -> None:
    assert third_person(said) == told
